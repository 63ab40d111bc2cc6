import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { canInstallJudge } from '../setup/judge-packages.mjs'
import { canMakeHosts } from '../setup/network-namespaces.mjs'
import { findPostgres } from '../setup/postgres.mjs'

/** What tests leave out on this machine, and how to run it. @param {NodeJS.ProcessEnv} env @returns {Promise<string[]>} */
export async function listNotRun(env) {
  const folders = (env.PATH ?? '').split(delimiter)
  const has = (/** @type {string} */ name) => folders.some(folder => existsSync(join(folder, name)))
  /** @type {[unknown, string][]} */
  const parts = [
    [env.STRFRY, 'copies from and to strfry. Name one to run them: STRFRY=/path/to/strfry'],
    [
      await findPostgres(env),
      'the event store on PostgreSQL. Install version 15 or newer, or name its programs: POSTGRES=/path/to/bin',
    ],
    [env.ELECTRS, 'the wallet over a real Esplora server. Name one to run it: ELECTRS=/path/to/electrs'],
    [
      has('ffmpeg') && has('ffprobe'),
      'posters of videos, waveforms and rare image formats. Install ffmpeg to run them',
    ],
    [
      await canInstallJudge(),
      "the judge on a bare machine. npm's registry (about 50 MB) and port 8000 on 127.0.0.1 must be there for it",
    ],
    [
      await canMakeHosts(),
      'serving machines on two hosts. Linux with iproute2 and the rights of root makes them, as network namespaces',
    ],
    [has('dpkg-deb'), 'the Debian package. dpkg-deb, which makes it, is part of Debian'],
  ]
  return parts.filter(([isThere]) => !isThere).map(([, what]) => `Not run: ${what}`)
}
