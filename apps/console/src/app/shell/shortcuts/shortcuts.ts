import { type Page, pages } from '../../pages.ts'

export interface Shortcut {
  /** Its action, or the page it opens. */
  readonly does: 'search' | 'sheet' | 'sidebar' | 'theme' | 'lock' | Page
  /** Pressed in sequence; `Mod+` = with Ctrl, or ⌘ on a Mac. */
  readonly keys: readonly string[]
}

/** Every shortcut of the console: this table and the pages' define both behaviour and overview. */
export const shortcuts: readonly Shortcut[] = [
  { does: 'search', keys: ['Mod+k'] },
  { does: 'sheet', keys: ['?'] },
  { does: 'sidebar', keys: ['['] },
  { does: 'theme', keys: ['t'] },
  { does: 'lock', keys: ['g', 'k'] },
  ...pages.flatMap((page): Shortcut[] => (page.place?.key ? [{ does: page, keys: ['g', page.place.key] }] : [])),
]

/** How long a sequence waits for its next key. */
export const sequenceMs = 1500

/** The relevant part of a key event. */
export interface Press {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  /** AltGr, needed for `[` on some keyboards. */
  readonly isAltGraph: boolean
  /** Milliseconds of any clock. */
  readonly at: number
}

/** Returns the shortcut that a press completes. `isSingleOn`: whether keys without Ctrl or ⌘ work (WCAG 2.1.4). */
export function createMatcher(table: readonly Shortcut[] = shortcuts) {
  let begun: { readonly keys: readonly string[]; readonly at: number } | undefined
  return (press: Press, isSingleOn: boolean): Shortcut | undefined => {
    const stroke = strokeOf(press)
    const before = begun && press.at - begun.at <= sequenceMs ? begun.keys : []
    begun = undefined
    if (stroke === undefined || (!isSingleOn && !stroke.startsWith('Mod+'))) return undefined
    for (const keys of [[...before, stroke], [stroke]]) {
      const found = table.find(shortcut => shortcut.keys.join(' ') === keys.join(' '))
      if (found) return found
      if (table.some(shortcut => shortcut.keys.join(' ').startsWith(`${keys.join(' ')} `))) {
        begun = { keys, at: press.at }
        return undefined
      }
    }
    return undefined
  }
}

/** Undefined for presses that belong to the browser or the system. */
function strokeOf({ key, ctrlKey, metaKey, altKey, isAltGraph }: Press): string | undefined {
  if ((ctrlKey !== metaKey || metaKey) && !isAltGraph) return altKey ? undefined : `Mod+${key.toLowerCase()}`
  // On a Mac some keyboards type characters with Option.
  if (altKey && !isAltGraph && /[a-z]/i.test(key)) return undefined
  return key.length === 1 ? key.toLowerCase() : undefined
}
