import { useSyncExternalStore } from 'react'
import english from '../../../i18n/en.json?sections=auth'
import { type Language, storedLanguage, storeLanguage } from '../../../i18n/language.ts'
import { listeners } from '../../../listeners.ts'
import { type AuthKey, type LaterTexts, readText, type Texts } from './read-text.ts'

/**
 * The console's catalogues without i18next: the sign-in has to fit into 90 KB with React in it, and says nothing that
 * needs plurals or formats. English messages are their own keys; another language comes when it is wanted.
 */
const catalogues = import.meta.glob<Texts>(['../../../i18n/*.json', '!../../../i18n/en.json'], {
  query: '?sections=auth,messages',
  import: 'default',
})
/** Set once a screen has come that says more than the login. */
let readLater: ((of: Language) => Promise<LaterTexts>) | undefined

const readTexts = async (of: Language): Promise<Texts> => {
  const [first, later] = await Promise.all([catalogues[`../../../i18n/${of}.json`]?.(), readLater?.(of)])
  return { ...(first ?? english), ...later }
}

let language: Language = 'en'
let texts: Texts = english
const { tell, listen } = listeners()

export async function changeAuthLanguage(next: Language): Promise<void> {
  texts = await readTexts(next)
  language = next
  storeLanguage(next)
  tell()
}

/** The stored language, or English where its catalogue cannot be had: the sign-in has to work on. */
export async function startAuthTranslations(): Promise<void> {
  const stored = storedLanguage()
  try {
    texts = await readTexts(stored)
    language = stored
  } catch {}
  document.documentElement.lang = language
}

/** Adds the texts of the later screens, in the language of now and in those that are chosen from now on. */
export async function addLaterTexts(read: (of: Language) => Promise<LaterTexts>): Promise<void> {
  const later = await read(language)
  readLater = read
  texts = { ...texts, ...later }
}

const t = (key: AuthKey, values?: Readonly<Record<string, string | number>>): string => readText(texts, key, values)

/** A text of the contract or the server in the user's language; unchanged when the catalogue has none (ERR-10). */
export function translateMessage(text: string): string {
  return texts.messages?.[text] ?? text
}

export function useTexts(): { readonly t: typeof t; readonly language: Language } {
  return { t, language: useSyncExternalStore(listen, () => language) }
}
