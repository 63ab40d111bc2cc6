import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { inProject } from '../setup/workspace.mjs'

/** `npm start` as somebody types it in a folder of theirs, on data of its own. */
function start(env: Record<string, string>) {
  const dataDir = mkdtempSync(join(tmpdir(), 'hornets-start-'))
  const child = spawn(process.execPath, [inProject('scripts', 'start.mjs')], {
    cwd: tmpdir(),
    env: { ...process.env, DATA_DIR: dataDir, PUBLIC_HOST: '127.0.0.1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close')
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await ended
    rmSync(dataDir, { recursive: true, force: true })
  })
  return { child, dataDir, said: listen(child), code: ended.then(([code]) => code as number | null) }
}

/** Resolves with everything printed so far once a text is there; rejects when the program ends without it. */
function listen(child: ChildProcess) {
  let output = ''
  const keep = (chunk: Buffer) => {
    output += chunk
  }
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
  return (text: string) =>
    new Promise<string>((resolve, reject) => {
      const look = () => output.includes(text) && resolve(output)
      child.stdout?.on('data', look)
      child.stderr?.on('data', look)
      child.once('close', () => reject(new Error(`ended without saying "${text}":\n${output}`)))
      look()
    })
}

const addressIn = (output: string, pattern: RegExp) => pattern.exec(output)?.[1] ?? ''

test('a port that is taken is named, and nothing is started', async () => {
  const server = createServer().listen(0)
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const { said, code } = start({ PORT: String(port - 2) })
  await said(`Port ${port} is in use: is the relay running already?`)
  expect(await code).toBe(1)
})

test('a variable that is wrong is told with what was expected', async () => {
  const { said, code } = start({ PORT: '0', LOG_LEVEL: 'loud' })
  await said('LOG_LEVEL should be fatal, error, warn, info, debug, trace or silent; it is "loud".')
  expect(await code).toBe(1)
})

test('a relay that dies takes the command with it', async () => {
  const { child, said, code } = start({ PORT: '0' })
  const output = await said('"msg":"ready"')
  await said('Ctrl-C stops everything')
  process.kill(Number(addressIn(output, /"pid":(\d+)/)), 'SIGKILL')
  await said('The relay ended unasked (by signal SIGKILL)')
  expect(await code).toBe(1)
  expect(child.exitCode).toBe(1)
})

test('it prints where everything is, serves the console there, and stops cleanly when asked', async () => {
  const { child, dataDir, said, code } = start({ PORT: '0' })
  const output = await said('Ctrl-C stops everything')
  expect(output).toMatch(/relay +on +ws:\/\/127\.0\.0\.1:\d+/)
  expect(output).toContain(dataDir)
  expect(output).toMatch(/To become its owner, open\n +http:\S+setup=[\w-]{43}/)
  const page = await fetch(addressIn(output, /console +on +(http:\S+)/))
  expect(await page.text()).toContain('<!doctype html>')
  child.kill('SIGTERM')
  expect(await code).toBe(0)
})
