import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { finalizeEvent, generateSecretKey } from 'nostr-tools/pure'
import { Relay } from 'nostr-tools/relay'
import { openBrowser } from '../../dev/browser.ts'
import { claim } from '../../e2e/support/console.ts'
import { newOperator, openContext } from '../../e2e/support/world.ts'
import { printFigure, rounded } from '../figures.ts'

// How long `npm start` takes in a fresh clone until a note is stored: packages, build, start, the claim in a browser at a
// person's usual pace of typing, and a client's first note to the address that the dashboard shows. Packages come from
// npm's registry or cache. Ports 9800 to 9803 have to be free.

const project = fileURLToPath(new URL('../..', import.meta.url))
const port = 9800
/** Reading the page, choosing a password and typing it twice. */
const personSeconds = 40

const folder = await mkdtemp(join(tmpdir(), 'hornets-first-'))
execFileSync('git', ['clone', '--quiet', '--depth', '1', `file://${project}`, folder])
const { NODE_OPTIONS: _, CONSOLE_DIST: __, ...environment } = process.env
const env = { ...environment, PORT: String(port), DATA_DIR: join(folder, 'data'), UPDATE_CHECK: 'off', NO_COLOR: '1' }
const seconds = (since: number) => rounded((performance.now() - since) / 1000, 1)
const begun = performance.now()
const child = spawn('npm', ['start'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'], detached: true })
const browser = await openBrowser()
try {
  const setupUrl = await addressOf()
  const startSeconds = seconds(begun)
  const operator = newOperator()
  const page = await (await openContext(browser, operator)).newPage()
  const claiming = performance.now()
  await claim(page, { setupUrl }, operator)
  const address = await page
    .getByText(/^wss?:\/\/\S+$/)
    .first()
    .innerText()
  const claimSeconds = seconds(claiming)
  const client = await Relay.connect(address)
  await client.publish(
    finalizeEvent(
      { kind: 1, content: 'first', tags: [], created_at: Math.floor(Date.now() / 1000) },
      generateSecretKey(),
    ),
  )
  const machineSeconds = seconds(begun)
  client.close()
  const withPerson = rounded(machineSeconds + personSeconds, 1)
  printFigure({
    bench: 'first-note',
    figure: 'seconds from npm start in a fresh clone to a first note',
    startSeconds,
    claimSeconds,
    machineSeconds,
    withPerson,
    limit: 180,
  })
  if (withPerson > 180) process.exitCode = 1
} finally {
  await browser.close()
  const ended = once(child, 'exit')
  if (child.pid) process.kill(-child.pid, 'SIGTERM')
  await ended
  await rm(folder, { recursive: true, force: true })
}

async function addressOf(): Promise<string> {
  for await (const line of createInterface({ input: child.stdout })) {
    const found = /https?:\/\/\S+[?&]setup=\S+/.exec(line)
    if (found) {
      child.stdout.resume()
      return found[0]
    }
  }
  throw new Error('npm start printed no address to claim the relay')
}
