import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { startRelay } from '../harness.ts'

/** A folder like a built console's: documents, scripts with and without compressed files, a service worker. */
async function makeConsoleFolder(): Promise<string> {
  const consoleDir = await mkdtemp(join(tmpdir(), 'console-test-'))
  await mkdir(join(consoleDir, 'assets'))
  const script = 'console.log("hornets")'.repeat(100)
  await writeFile(join(consoleDir, 'index.html'), '<!doctype html><title>index</title>')
  await writeFile(join(consoleDir, 'auth.html'), '<!doctype html><title>auth</title>')
  await writeFile(join(consoleDir, 'assets/app-1a2b.js'), script)
  await writeFile(join(consoleDir, 'assets/app-1a2b.js.br'), brotliCompressSync(script))
  await writeFile(join(consoleDir, 'assets/app-1a2b.js.gz'), gzipSync(script))
  await writeFile(join(consoleDir, 'assets/bunker-worker-1a2b.js'), script)
  await writeFile(join(consoleDir, 'assets/bunker-worker-1a2b.js.br'), brotliCompressSync(script))
  await writeFile(join(consoleDir, 'assets/relay-worker-1a2b.js'), script)
  await writeFile(join(consoleDir, 'manifest.webmanifest'), '{}')
  await writeFile(join(consoleDir, 'gate.js'), '"no demo"')
  await writeFile(join(consoleDir, 'demo-gate.js'), '"a demo"')
  await writeFile(join(consoleDir, 'service-worker.js'), script)
  await writeFile(join(consoleDir, 'service-worker.js.br'), brotliCompressSync(script))
  return consoleDir
}

export async function startRelayWithConsole() {
  const consoleDir = await makeConsoleFolder()
  const relay = await startRelay({ config: { consoleDir } })
  const { token } = await relay.signedIn()
  const stop = async () => {
    await relay.close()
    await rm(consoleDir, { recursive: true })
  }
  return { consoleDir, relay, token, stop }
}
