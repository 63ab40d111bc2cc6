import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import sharp from 'sharp'
import { findProgram, installLibraries } from '../apps/relay/src/built-in-judge/install-libraries.ts'
import { launchJudge } from '../apps/relay/src/built-in-judge/launch-judge.ts'
import { printFigure, rounded } from './figures.ts'

// What does the built-in judge cost? Installs its libraries from npm's registry into a temporary folder, starts it, and
// has images judged, one after the other. Without the registry it says so and measures nothing.

const bench = 'judge'
const port = '8047'
const images = 20

const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
const folder = await mkdtemp(join(tmpdir(), 'hornets-bench-'))
const life = new AbortController()
try {
  const npm = await findProgram('npm', folders)
  const startedMs = performance.now()
  const options = {
    folder,
    npm,
    programFolders: folders.join(delimiter),
    proxy: undefined,
    extraCertificates: process.env.NODE_EXTRA_CA_CERTS,
    signal: life.signal,
  }
  const isInstalled = await installLibraries({ ...options, onProgress: () => {} }).then(
    () => true,
    () => false,
  )
  if (isInstalled) {
    printFigure({ bench, figure: 'installation', value: rounded((performance.now() - startedMs) / 1000), unit: 's' })
    await measure(await findProgram('ffmpeg', folders))
  } else console.log('Skipped: the libraries cannot be installed, because npm or its registry is not there.')
} finally {
  life.abort()
  await rm(folder, { recursive: true, force: true })
}

async function measure(ffmpeg: string | undefined): Promise<void> {
  const startedMs = performance.now()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const ended = launchJudge({ folder, port, ffmpeg, signal: life.signal, onReady: resolve })
  ended.catch(reject)
  await promise
  printFigure({ bench, figure: 'start', value: rounded((performance.now() - startedMs) / 1000), unit: 's' })
  const image = await sharp({ create: { width: 1200, height: 900, channels: 3, background: '#8899aa' } })
    .jpeg()
    .toBuffer()
  const beganMs = performance.now()
  let verdict: unknown
  for (let at = 0; at < images; at++) verdict = await judge(image)
  const perImage = (performance.now() - beganMs) / images
  printFigure({ bench, figure: 'one image', value: rounded(perImage), unit: 'ms' })
  console.log(verdict)
  life.abort()
  await ended
}

async function judge(image: Buffer): Promise<unknown> {
  const body = new FormData()
  body.set('file', new File([new Uint8Array(image)], 'image.jpg', { type: 'image/jpeg' }))
  const response = await fetch(`http://127.0.0.1:${port}/moderate`, { method: 'POST', body })
  return await response.json()
}
