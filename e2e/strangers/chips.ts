import type { Known } from './known-people.ts'

export interface FoundPeople {
  /** Names of those who stand there. */
  readonly seen: string[]
  readonly wrong: string[]
}

/** Runs in the page. What of these people stands on it other than as the one chip, with all that it shows. */
export function findPeople([people, own, you]: readonly [readonly Known[], string, string]): FoundPeople {
  const isShown = (element: Element | null) => element?.checkVisibility({ visibilityProperty: true }) === true
  const seen = new Set<string>()
  const wrong: string[] = []
  for (const { name, nip05, isConfirmed, npub } of people) {
    for (const chip of document.querySelectorAll<HTMLElement>(`[data-person='${npub}']`)) {
      if (!isShown(chip) || chip.getBoundingClientRect().width === 0) continue
      seen.add(name)
      const picture = chip.querySelector('img')
      const isFromHere = picture?.src.startsWith(`${location.origin}/`) && picture.naturalWidth > 0
      const parts = {
        picture: isFromHere,
        name: [...chip.querySelectorAll('bdi')].some(({ innerText }) => innerText === name),
        // On one line the name stands for the key.
        key: [...chip.querySelectorAll<HTMLElement>(`[title='${npub}']`)].some(
          ({ innerText }) => innerText === name || innerText.startsWith(npub.slice(0, 10)),
        ),
        checked: (chip.querySelector(`[title*='${nip05}']`) !== null) === isConfirmed,
        you: chip.innerText.split('\n').includes(you) === (npub === own),
      }
      for (const [part, isThere] of Object.entries(parts)) if (!isThere) wrong.push(`${part} of ${chip.outerHTML}`)
    }
  }
  const others = people.filter(({ npub }) => npub !== own)
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const { data, parentElement: around } = texts.currentNode as Text
    const isNamed = others.some(
      ({ name, npub, pubkey }) =>
        data.includes(name) || data.includes(npub.slice(0, 10)) || data.includes(pubkey.slice(0, 10)),
    )
    // A report's first ten characters (NOTIF-15) are beside the chip; a label names its field; JSON is what was signed.
    const isAllowed =
      around?.closest('[data-person], [data-person] + code, label.sr-only, pre, textarea') || data.startsWith('{')
    if (isNamed && !isAllowed && isShown(around)) wrong.push(`no chip: ${around?.outerHTML}`)
  }
  return { seen: [...seen], wrong: wrong.map(one => one.slice(0, 600)) }
}
