import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { say } from '../../run/progress.mjs'
import { inProject } from '../../setup/workspace.mjs'
import { needImage } from './base-images.mjs'
import { deed, newSecret } from './deeds.mjs'
import { docker, outputOf, runs, said, until } from './docker.mjs'

const project = 'hornets-try'
const fileBytes = 100_000_000
/** Caddy gives such names certificates of its own authority. */
const names = { RELAY: 'relay.localhost', CONSOLE: 'console.localhost' }
const urls = { relay: `wss://${names.RELAY}`, console: `https://${names.CONSOLE}`, at: '127.0.0.1' }
const env = {
  ...process.env,
  ...names,
  SERVING_SECRET: randomBytes(32).toString('hex'),
  DATABASE_PASSWORD: randomBytes(32).toString('hex'),
}

/** @param {string} file @param {string[]} words */
function compose(file, ...words) {
  const [command = '', ...first] = runs('docker', ['compose', 'version']) ? ['docker', 'compose'] : ['docker-compose']
  const all = [...first, '-p', project, '-f', inProject('packaging', file), ...words]
  return outputOf(command, all, { env })
}

/** @param {string} file @param {string} service */
const container = (file, service) => compose(file, 'ps', '-q', service).split('\n')[0] ?? ''

/** Over TLS, with the authority that Caddy made. @param {string} file */
async function useRelay(file) {
  const [hornets, caddy] = [container(file, 'hornets'), container(file, 'caddy')]
  const folder = mkdtempSync(join(tmpdir(), 'try-compose-'))
  try {
    await until('the relay', () => /Ctrl-C stops/.test(docker('logs', hornets)) || undefined)
    const root = await until("Caddy's authority", () =>
      said(caddy, 'cat', '/data/caddy/pki/authorities/local/root.crt'),
    )
    const ca = join(folder, 'root.crt')
    writeFileSync(ca, `${root}\n`)
    const secret = newSecret()
    const setupToken = said(hornets, 'cat', '/opt/hornets/data/setup-token')
    const as = { ...urls, ca, secret }
    deed({ ...as, setupToken, does: 'claim' })
    const { note } = await until('the relay over TLS', () => attempt(() => deed({ ...as, does: 'publish' })), 60)
    deed({ ...as, note, does: 'read' })
    const { seconds } = deed({ ...as, bytes: fileBytes, does: 'upload' })
    const { addresses } = deed({ ...as, does: 'addresses' })
    const own = docker('inspect', '-f', '{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}', caddy)
    if (addresses.length === 0 || addresses.includes(own)) throw new Error(`clients are seen as ${addresses}`)
    say(
      `${file}: claimed, note, and 100 MB in ${seconds} s, over TLS; the relay sees ${addresses[0]}, Caddy is ${own}.`,
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** @template T @param {() => T} work */
const attempt = work => {
  try {
    return work()
  } catch {
    return undefined
  }
}

/** Five sockets each from services of the file, which have an address each; how many of them a machine has. @param {string} file */
async function splitByAddress(file) {
  const hold = `const { WebSocket } = require('ws'); process.env.NODE_TLS_REJECT_UNAUTHORIZED = 0;
    const lookup = (_, o, done) => require('dns').lookup('caddy', o, done);
    for (let i = 0; i < 5; i++) new WebSocket('${urls.relay}', { lookup }).on('open', () => console.log('open'));
    setTimeout(() => process.exit(), 6000)`
  const open = `const lines = require('fs').readFileSync('/proc/net/tcp', 'utf8') + require('fs').readFileSync('/proc/net/tcp6', 'utf8');
    console.log(lines.split('\\n').filter(line => /^ *\\d+: \\S+:2329 \\S+ 01/.test(line)).length)`
  const machines = ['serving-1', 'serving-2'].map(one => container(file, one))
  /** @type {number[][]} */
  const found = []
  for (const from of ['hornets', 'serving-1', 'serving-2']) {
    docker('exec', '--detach', '--workdir', '/opt/hornets/apps/relay', container(file, from), 'node', '-e', hold)
    await new Promise(done => setTimeout(done, 3500))
    found.push(machines.map(machine => Number(said(machine, 'node', '-e', open))))
    await new Promise(done => setTimeout(done, 4000))
  }
  const text = found.map(counts => counts.join('+')).join(', ')
  if (!found.every(counts => counts.includes(5) && counts.includes(0))) throw new Error(`not one machine each: ${text}`)
  say(`${file}: five connections from each of three addresses: ${text} on the two machines.`)
}

/** @param {string} file @param {string[]} images */
async function tryFile(file, images) {
  for (const image of images) needImage(image)
  const down = () => compose(file, 'down', '--volumes', '--timeout', '30')
  down()
  try {
    compose(file, 'up', '--detach', '--no-build')
    await useRelay(file)
    if (images.includes('postgres:17')) await splitByAddress(file)
  } finally {
    down()
  }
}

export async function tryCompose() {
  await tryFile('compose.yaml', ['caddy:2'])
  await tryFile('compose-machines.yaml', ['caddy:2', 'postgres:17'])
}
