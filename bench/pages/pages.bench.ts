import { rm } from 'node:fs/promises'
import type { Browser } from 'playwright-core'
import { openBrowser } from '../../dev/browser.ts'
import { median, printFigure, rounded } from '../figures.ts'
import { type ConsoleBuild, referenceBuild, thisBuild } from './console-build.ts'
import { fillFolder, type Relay, startRelay } from './relay.ts'
import { type VisitFacts, type VisitOptions, visit } from './visit.ts'

// How long until someone on a slow line and a slow phone can sign in, and use the dashboard? Visits the built console,
// served by the relay with twelve months of data, in a real browser with a cold cache. With a reference (a commit, or a
// folder with a built console) it visits both alternately, so that changes in the machine's load affect both: `npm run
// bench -- pages HEAD~20`.

const runs = 5
/** Budgets of the product; the benchmark fails above them. */
const budgets: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'sign-in': { gzipBytes: 115_000, usableMs: 1200, blockingMs: 150, layoutShift: 0.02 },
  dashboard: { layoutShift: 0.02 },
}

interface Candidate {
  readonly build: ConsoleBuild
  readonly relay: Relay
}

const [reference] = process.argv.slice(2)
const data = await fillFolder()
const candidates: Candidate[] = []
try {
  const builds = [await thisBuild(), ...(reference ? [await referenceBuild(reference)] : [])]
  for (const build of builds) candidates.push({ build, relay: await startRelay(data, build.folder) })
  const browser = await openBrowser()
  try {
    for (const page of ['sign-in', 'dashboard']) await report(browser, page)
  } finally {
    await browser.close()
  }
} finally {
  for (const { build, relay } of candidates) {
    await relay.stop()
    await build.remove()
  }
  await rm(data, { recursive: true, force: true })
}

function optionsFor(page: string, { relay }: Candidate): VisitOptions {
  if (page === 'sign-in') return { url: `${relay.adminUrl}/auth/login` }
  const { token, user } = relay.session
  return { url: `${relay.adminUrl}/`, stored: { accessToken: token, user: JSON.stringify(user) } }
}

async function report(browser: Browser, page: string): Promise<void> {
  const visits = new Map<Candidate, VisitFacts[]>(candidates.map(candidate => [candidate, []]))
  for (let run = 0; run < runs; run++)
    for (const [candidate, seen] of visits) seen.push(await visit(browser, optionsFor(page, candidate)))
  for (const [candidate, seen] of visits) {
    const gzip = await visit(browser, { ...optionsFor(page, candidate), encoding: 'gzip' })
    print(page, candidate.build, seen, gzip)
  }
}

function print(page: string, build: ConsoleBuild, visits: readonly VisitFacts[], gzip: VisitFacts): void {
  const middle = (key: keyof VisitFacts) => rounded(median(visits.map(each => each[key])))
  const figures = {
    usableMs: middle('usableMs'),
    doneMs: middle('doneMs'),
    scriptMs: middle('scriptMs'),
    blockingMs: middle('blockingMs'),
    layoutShift: middle('layoutShift'),
    requests: middle('requests'),
    transferredBytes: middle('transferredBytes'),
    brotliBytes: middle('bodyBytes'),
    gzipBytes: gzip.bodyBytes,
  }
  for (const [figure, value] of Object.entries(figures)) {
    const atMost = build === candidates[0]?.build ? budgets[page]?.[figure] : undefined
    printFigure({ bench: page, build: build.name, figure, value, ...(atMost !== undefined && { atMost }) })
    if (atMost !== undefined && value > atMost) process.exitCode = 1
  }
}
