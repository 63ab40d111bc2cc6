/** A language by its BCP 47 tag. */
export type Language = string

/** A catalogue file, or a part of one; `messages` maps an English text to its translation. */
export interface Sections {
  readonly messages?: Readonly<Record<string, string>>
  readonly [section: string]: unknown
}

const source = 'en'

/** Every file in this folder is a language named by its tag. These are the first screen's texts. */
export const catalogueFiles = import.meta.glob<Sections>('./*.json', { import: 'default', query: '?part=first' })

/** `de` for `./de.json`, with any folder and query. */
const languageOf = (path: string): Language => path.replace(/^.*\//, '').replace(/\.json.*$/, '')

/** The languages of a set of catalogue files, the source language first. */
const languagesOf = (files: object): Language[] => [
  source,
  ...Object.keys(files)
    .map(languageOf)
    .filter(language => language !== source),
]

export const languages: readonly Language[] = languagesOf(catalogueFiles)

const names = new Map<Language, string>()

/** A language's own name, so that users find back. Cached, because browsers are slow at it. */
export function nameOfLanguage(language: Language): string {
  const name = names.get(language) ?? new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language
  names.set(language, name)
  return name
}

const storageKey = 'lng'

/** The stored language (SHELL-31); English without one, or if storage is unavailable. */
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
    // Storage can be unavailable in private windows: the choice then lasts until the page is closed.
  }
}
