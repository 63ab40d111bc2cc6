import { loadTexts } from '../../i18n/load-texts.ts'
import { t } from '../../i18n/texts.ts'

const afterMs = 300

/** The first visitor waits some seconds until the demo is built. Returns a function that stops it. */
export function sayPreparing(): () => void {
  let stopped = false
  // If the texts cannot be loaded, the page's own code handles it.
  const timer = setTimeout(() => void loadTexts('first').then(say, () => {}), afterMs)
  function say() {
    const root = document.getElementById('root')
    if (!root || stopped) return
    const line = document.createElement('p')
    line.textContent = t('shell.demo.preparing')
    const place = document.createElement('div')
    place.setAttribute('role', 'status')
    place.className = 'grid min-h-dvh place-content-center justify-items-center gap-6 p-6 text-center text-muted'
    place.append(drawRings(), line)
    root.replaceChildren(place)
  }
  return () => {
    stopped = true
    clearTimeout(timer)
  }
}

/** Like `Spinner`, before React is loaded. */
function drawRings(): HTMLElement {
  const rings = document.createElement('div')
  rings.className = 'rings'
  rings.ariaHidden = 'true'
  for (let ring = 0; ring < 6; ring++) {
    const span = document.createElement('span')
    span.style.setProperty('--ring', String(ring))
    rings.append(span)
  }
  return rings
}
