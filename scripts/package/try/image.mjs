import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { say } from '../../run/progress.mjs'
import { needImage } from './base-images.mjs'
import { deedIn, newSecret } from './deeds.mjs'
import { docker, outputOf, runs, said, until } from './docker.mjs'

const image = 'hornets-console'
const name = 'hornets-try-image'
const urls = { relay: 'ws://127.0.0.1:9001', console: 'http://127.0.0.1:9002' }
const [kept, healthy, network] = ['hornets-try-data', '{{.State.Health.Status}}', '--network=none']

/** From the release, as someone who has only that. @param {string} tarball */
export function buildImage(tarball) {
  needImage('node:26-slim')
  const folder = mkdtempSync(join(tmpdir(), 'try-release-'))
  try {
    outputOf('tar', ['-xzf', tarball, '-C', folder])
    const release = join(folder, 'package')
    docker('build', '--quiet', '--tag', image, '--file', join(release, 'packaging/Dockerfile'), release)
  } finally {
    rmSync(folder, { recursive: true })
  }
  const [whole, base] = [image, 'node:26-slim'].map(one => Number(docker('image', 'inspect', '-f', '{{.Size}}', one)))
  const megabytes = (/** @type {number} */ size) => Math.round(size / 1e6)
  say(`Image: built from the release, ${megabytes(whole ?? 0)} MB, of them ${megabytes(base ?? 0)} MB node:26-slim.`)
}

/** It has no network, so that whatever it would install fails. @returns {Promise<number>} the seconds until it answers */
async function start() {
  const from = Date.now()
  docker('run', '--detach', network, '--name', name, '--volume', `${kept}:/opt/hornets/data`, image)
  await until('the container prints where to go', () => /Ctrl-C stops/.test(docker('logs', name)) || undefined)
  return Math.round((Date.now() - from) / 100) / 10
}

export async function tryImage() {
  const clean = () => runs('docker', ['rm', '--force', name]) && runs('docker', ['volume', 'rm', '--force', kept])
  clean()
  runs('docker', ['volume', 'rm', '--force', kept])
  try {
    say(`Image: started without a network in ${await start()} s.`)
    const who = said(name, 'id', '-u')
    if (who !== '1000') throw new Error(`the image runs as user ${who}`)
    const setupToken = said(name, 'cat', '/opt/hornets/data/setup-token')
    const secret = newSecret()
    deedIn(name, 'node', { ...urls, secret, setupToken, does: 'claim' })
    const { note } = deedIn(name, 'node', { ...urls, secret, does: 'publish' })
    const { seconds } = deedIn(name, 'node', { ...urls, secret, does: 'restart' })
    say(
      `Image: as user 1000 claimed, a note published, restarted from the console with its connections in ${seconds} s.`,
    )
    await until('health check', () => docker('inspect', '-f', healthy, name) === 'healthy' || undefined, 150)
    const before = Date.now()
    docker('stop', '--time', '30', name)
    const status = docker('inspect', '-f', '{{.State.ExitCode}}', name)
    if (status !== '0') throw new Error(`SIGTERM ended it with status ${status}`)
    say(`Image: healthy, and ended by SIGTERM with status 0 in ${(Date.now() - before) / 1000} s.`)
    docker('rm', name)
    const seconds2 = await start()
    const { wallet } = deedIn(name, 'node', { ...urls, secret, note, does: 'read' })
    if (wallet === 'off') throw new Error('the wallet is off')
    say(`Image: a new container on the same volume has owner, note and wallet (${seconds2} s).`)
  } finally {
    clean()
  }
}
