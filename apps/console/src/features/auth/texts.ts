import { useSyncExternalStore } from 'react'
import english from '../../i18n/en.json?sections=auth'
import { type Language, storedLanguage, storeLanguage } from '../../i18n/language.ts'
import { type AuthKey, readText, type Texts } from './read-text.ts'

/**
 * The console's catalogues without i18next: the sign-in has to fit into 90 KB with React in it, and says nothing that
 * needs plurals or formats. English messages are their own keys; another language comes when it is wanted.
 */
const catalogues = import.meta.glob<Texts>(['../../i18n/*.json', '!../../i18n/en.json'], {
  query: '?sections=auth,messages',
  import: 'default',
})
const readTexts = async (of: Language): Promise<Texts> => (await catalogues[`../../i18n/${of}.json`]?.()) ?? english

let language: Language = 'en'
let texts: Texts = english
const listeners = new Set<() => void>()

export async function changeAuthLanguage(next: Language): Promise<void> {
  texts = await readTexts(next)
  language = next
  storeLanguage(next)
  for (const listener of listeners) listener()
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

const t = (key: AuthKey): string => readText(texts, key)

/** A text of the contract or the server in the user's language; unchanged when the catalogue has none (ERR-10). */
export function translateMessage(text: string): string {
  return texts.messages?.[text] ?? text
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useTexts(): { readonly t: (key: AuthKey) => string; readonly language: Language } {
  return { t, language: useSyncExternalStore(subscribe, () => language) }
}
