import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  caddyFile,
  nginxFile,
  startLine,
} from '../../../apps/console/src/features/dashboard/first-steps/proxy-texts.ts'
import { findFreePort } from '../../run/ports.mjs'
import { say } from '../../run/progress.mjs'
import { inProject } from '../../setup/workspace.mjs'
import { deed, newSecret } from './deeds.mjs'
import { outputOf, runs, until } from './docker.mjs'

const fileBytes = 100_000_000
const names = { relay: 'relay.localhost', console: 'console.localhost' }

/** @param {string} command @param {string[]} words @param {import('node:child_process').SpawnOptions} options */
function start(command, words, options) {
  const child = spawn(command, words, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', chunk => (output += chunk))
  const ended = once(child, 'exit')
  return {
    said: (/** @type {RegExp} */ words) => {
      if (child.exitCode !== null) throw new Error(`${command} ended:\n${output.slice(-2000)}`)
      return words.test(output) || undefined
    },
    stop: () => {
      child.kill('SIGTERM')
      return ended
    },
  }
}

/** By a free port instead of 443, and nothing else is changed. @param {string} folder @param {import('../../../apps/console/src/features/dashboard/first-steps/proxy-texts.ts').ProxiedNames} to @param {number} port @returns {Record<string, () => { words: string[], ca: string }>} */
const proxies = (folder, to, port) => ({
  caddy: () => {
    const global = `{\n\thttps_port ${port}\n\tauto_https disable_redirects\n\tadmin off\n\tskip_install_trust\n}\n`
    writeFileSync(join(folder, 'Caddyfile'), global + caddyFile(to))
    return {
      words: ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'],
      ca: join(folder, 'caddy/pki/authorities/local/root.crt'),
    }
  },
  nginx: () => {
    const ca = join(folder, 'own.pem')
    const subject = ['-subj', '/CN=try', '-addext', `subjectAltName=DNS:${names.relay},DNS:${names.console}`]
    outputOf('openssl', [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '2',
      '-keyout',
      `${ca}.key`,
      '-out',
      ca,
      ...subject,
    ])
    const file = nginxFile(to)
      .replaceAll('443 ssl', `${port} ssl`)
      .replaceAll(/(?<=ssl_certificate )\S+(?=;)/g, ca)
      .replaceAll(/(?<=ssl_certificate_key )\S+(?=;)/g, `${ca}.key`)
    const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(one => `${one}_temp_path ${folder}/${one};`)
    const http = `http {\naccess_log off;\n${places.join('\n')}\n${file}}\n`
    writeFileSync(join(folder, 'nginx.conf'), `daemon off;\nerror_log stderr;\npid ${folder}/pid;\nevents {}\n${http}`)
    return { words: ['-c', join(folder, 'nginx.conf'), '-p', folder], ca }
  },
})

/** The files that the console shows, in front of this project's relay. */
export async function tryProxies() {
  const folder = mkdtempSync(join(tmpdir(), 'try-proxies-'))
  const base = (await findFreePort()) - 1
  const to = { ...names, relayPort: base + 1, consolePort: base + 2 }
  mkdirSync(join(folder, 'data'))
  const relay = start(process.execPath, [inProject('scripts/start.mjs')], {
    env: {
      ...process.env,
      PORT: String(base),
      WALLET_PORT: '0',
      DATA_DIR: join(folder, 'data'),
      UPDATE_CHECK: 'off',
      RATE_URL: '',
      BUILT_IN_JUDGE: 'off',
      ...Object.fromEntries(
        startLine(to)
          .split(' ')
          .flatMap(word => (word.includes('=') ? [word.split('=')] : [])),
      ),
    },
  })
  try {
    await until('the relay', () => relay.said(/Ctrl-C stops/))
    const secret = newSecret()
    const local = { relay: `ws://127.0.0.1:${base + 1}`, console: `http://127.0.0.1:${base + 2}`, secret }
    deed({ ...local, setupToken: readFileSync(join(folder, 'data/setup-token'), 'utf8').trim(), does: 'claim' })
    for (const name of /** @type {const} */ (['caddy', 'nginx'])) {
      if (!runs(name, [name === 'caddy' ? 'version' : '-v']))
        say(`Not tried: the file for ${name}; it is not installed.`)
      else await tryProxy(name, folder, to, secret)
    }
  } finally {
    await relay.stop()
    rmSync(folder, { recursive: true })
  }
}

/** @param {'caddy' | 'nginx'} name @param {string} folder @param {import('../../../apps/console/src/features/dashboard/first-steps/proxy-texts.ts').ProxiedNames} to @param {string} secret */
async function tryProxy(name, folder, to, secret) {
  const port = await findFreePort()
  const make = proxies(folder, to, port)[name]
  const { words, ca } = /** @type {NonNullable<typeof make>} */ (make)()
  const proxy = start(name, words, { env: { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder } })
  const as = { relay: `wss://${to.relay}:${port}`, console: `https://${to.console}:${port}`, ca, secret }
  try {
    const { note } = await until(
      name,
      () => attempt(() => deed({ ...as, at: '127.0.0.1', does: 'publish' }), proxy),
      60,
    )
    deed({ ...as, at: '127.0.0.1', note, does: 'read' })
    const { seconds } = deed({ ...as, at: '127.0.0.1', bytes: fileBytes, does: 'upload' })
    for (const [at, from] of [
      ['127.0.0.1', '127.0.0.7'],
      ['::1', '::1'],
    ]) {
      const { addresses } = deed({ ...as, at, from, does: 'addresses' })
      if (addresses[0] !== from) throw new Error(`${name}: a client at ${from} is seen as ${addresses}`)
    }
    say(
      `${name}: note over its websocket, 100 MB in ${seconds} s, IPv4 and IPv6; the relay sees each client's address.`,
    )
  } finally {
    await proxy.stop()
  }
}

/** @template T @param {() => T} work @param {ReturnType<typeof start>} proxy */
const attempt = (work, proxy) => {
  proxy.said(/$/)
  try {
    return work()
  } catch {
    return undefined
  }
}
