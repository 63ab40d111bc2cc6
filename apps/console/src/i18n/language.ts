import type { Sections } from './texts.ts'

/** A language by its BCP 47 tag. */
export type Language = string

const source = 'en'

/** Every file of this folder is a language, named by its tag: one more language is one more file. Here is what it says first. */
export const catalogueFiles = import.meta.glob<Sections>('./*.json', { import: 'default', query: '?part=first' })

/** `de` for `./de.json`, whatever folder and query stand around it. */
const languageOf = (path: string): Language => path.replace(/^.*\//, '').replace(/\.json.*$/, '')

/** The languages that a set of catalogue files offers: the one that the others are translated from first. */
const languagesOf = (files: object): Language[] => [
  source,
  ...Object.keys(files)
    .map(languageOf)
    .filter(language => language !== source),
]

export const languages: readonly Language[] = languagesOf(catalogueFiles)

const names = new Map<Language, string>()

/** A language in its own words, so that one finds back. Made once: it takes browsers long. */
export function nameOfLanguage(language: Language): string {
  const name = names.get(language) ?? new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language
  names.set(language, name)
  return name
}

const storageKey = 'lng'

/** The language kept on this device (SHELL-31); English when none is, or when storage is closed to us. */
export function storedLanguage(storage: Pick<Storage, 'getItem'> = localStorage): Language {
  try {
    return languages.find(language => language === storage.getItem(storageKey)) ?? source
  } catch {
    return source
  }
}

export function storeLanguage(language: Language): void {
  document.documentElement.lang = language
  try {
    localStorage.setItem(storageKey, language)
  } catch {
    // Private windows may refuse: the choice then lasts until the page is closed.
  }
}
