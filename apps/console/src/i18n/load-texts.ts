import { catalogueFiles, type Language, type Sections, storedLanguage, storeLanguage } from './language.ts'
import { addTexts, showLanguage } from './texts.ts'

/** The parts of a catalogue (`build/catalogue-parts.ts`). The login's English is part of its script. */
const files = {
  first: catalogueFiles,
  later: import.meta.glob<Sections>('./*.json', { import: 'default', query: '?part=later' }),
  signIn: import.meta.glob<Sections>(['./*.json', '!./en.json'], { import: 'default', query: '?part=signIn' }),
  signInLater: import.meta.glob<Sections>('./*.json', { import: 'default', query: '?part=signInLater' }),
}
export type Part = keyof typeof files

let chosen: Language | undefined
const wanted = new Set<Part>()
const coming = new Map<Part, Promise<void>>()

/** Starts in the language stored on this device, with the first screen's part. Rejects if it cannot be loaded. */
export async function startTexts(part: Part): Promise<void> {
  chosen = storedLanguage()
  await loadTexts(part)
  document.documentElement.lang = chosen
  showLanguage(chosen)
}

/** Resolves when a part's texts are loaded, also after a change of language; rejects if they cannot be loaded. */
export function loadTexts(part: Part): Promise<void> {
  chosen ??= storedLanguage()
  wanted.add(part)
  const texts = coming.get(part) ?? fetchTexts(part, chosen)
  coming.set(part, texts)
  texts.catch(() => coming.delete(part))
  return texts
}

/** Switches the interface and keeps the choice (I18N-02). */
export async function changeLanguage(language: Language): Promise<void> {
  await Promise.all([...wanted].map(part => fetchTexts(part, language)))
  chosen = language
  showLanguage(language)
  storeLanguage(language)
}

async function fetchTexts(part: Part, language: Language): Promise<void> {
  const sections = await files[part][`./${language}.json`]?.()
  if (sections) addTexts(language, sections)
}
