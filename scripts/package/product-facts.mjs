import { readFileSync } from 'node:fs'
import { inProject } from '../setup/workspace.mjs'

/** For every store that lists it. */
export const summary = 'Nostr relay with a web console, a media server and a bitcoin wallet'
export const description =
  'One program runs a Nostr relay, stores and serves files (Blossom, NIP-96), moderates, sells subscriptions for bitcoin ' +
  'and backs itself up. Its web console decides who can write and read, shows what was refused and why, and holds a ' +
  'bitcoin wallet that works with your own node. Sign in with a Nostr key and a password.'

/** @param {string} path @param {RegExp} pattern its group is the fact @returns {string} */
function factIn(path, pattern) {
  const found = pattern.exec(readFileSync(inProject(path), 'utf8'))?.[1]
  if (found === undefined) throw new Error(`${path} says nothing that matches ${pattern}`)
  return found
}

/** Each fact of the packages from the one place where it is written. */
export function productFacts() {
  const { name, version, license } = JSON.parse(readFileSync(inProject('package.json'), 'utf8'))
  const image = 'packaging/Dockerfile'
  const compose = 'packaging/compose.yaml'
  const [relayPort, consolePort] = factIn(image, /^EXPOSE (\d+ \d+)$/m)
    .split(' ')
    .map(Number)
  return {
    name: String(name),
    version: String(version),
    license: String(license),
    title: String(JSON.parse(readFileSync(inProject('apps/console/public/manifest.webmanifest'), 'utf8')).name),
    authors: factIn('LICENSE', /^Copyright \(c\) \d+ (.+)$/m),
    user: factIn(image, /^USER (\w+)$/m),
    userId: Number(factIn(image, /useradd .*--uid (\d+)/)),
    dataDir: factIn(image, /^ENV DATA_DIR=(\S+)/m),
    relayPort: Number(relayPort),
    consolePort: Number(consolePort),
    trustProxy: factIn(compose, /^ +TRUST_PROXY: (\S+)$/m),
    stopSeconds: Number(factIn(compose, /^ +stop_grace_period: (\d+)s$/m)),
  }
}

/** @typedef {ReturnType<typeof productFacts>} ProductFacts */
