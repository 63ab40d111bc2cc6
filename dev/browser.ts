import { type Browser, chromium } from 'playwright-core'

const browserFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A page of the console makes 10 to 20 MB at its start: room for that saves it some collections of garbage.
  '--js-flags=--min-semi-space-size=32',
]

/** Draws the same on every machine: unhinted grey text and exact colours. */
export const stillDrawing = [
  '--font-render-hinting=none',
  '--disable-lcd-text',
  '--disable-font-subpixel-positioning',
  '--force-color-profile=srgb',
  '--hide-scrollbars',
]

function browserPath(): string {
  const path = process.env.CHROMIUM_PATH
  if (!path) throw new Error('CHROMIUM_PATH is not set: run `npm test`, which finds or installs a browser')
  return path
}

export const openBrowser = (moreFlags: readonly string[] = []): Promise<Browser> =>
  chromium.launch({ executablePath: browserPath(), args: [...browserFlags, ...moreFlags] })
