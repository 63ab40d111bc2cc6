// Whether this version starts on the data: until its health page answers, out of the reach of clients; then it is stopped.
import { spawn } from 'node:child_process'
import { inProject } from '../../setup/workspace.mjs'

const child = spawn(process.execPath, [inProject('scripts/start.mjs')], {
  env: { ...process.env, PORT: '0', WALLET_PORT: '0', PUBLIC_HOST: '127.0.0.1' },
  stdio: ['ignore', 'pipe', 'inherit'],
})
let output = ''
let isReady = false
child.stdout.on('data', chunk => {
  process.stdout.write(chunk)
  output += chunk
  if (isReady || !output.includes('Ctrl-C stops')) return
  isReady = true
  child.kill('SIGTERM')
})
child.on('exit', () => {
  process.exitCode = isReady ? 0 : 1
})
