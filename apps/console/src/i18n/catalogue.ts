import i18next, { type i18n, type Module } from 'i18next'
import type english from './en.json'
import type { Language } from './language.ts'

export type Catalogue = typeof english

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: { translation: Omit<Catalogue, 'messages'> & { contract: string }; messages: Catalogue['messages'] }
  }
}

/** What a catalogue file holds; `messages` maps an English text to its translation. */
export interface Sections {
  readonly messages?: Readonly<Record<string, string>>
  readonly [section: string]: unknown
}

/** Starts i18next with one language; others are added by `addCatalogue`. */
export function startTranslations(language: Language, sections: Sections, ...modules: Module[]): i18n {
  for (const module of modules) i18next.use(module)
  void i18next.init({
    lng: language,
    fallbackLng: false,
    initAsync: false,
    resources: {},
    ns: ['translation', 'messages'],
    defaultNS: 'translation',
    interpolation: { escapeValue: false },
    returnNull: false,
  })
  addCatalogue(language, sections)
  return i18next
}

export function addCatalogue(language: Language, { messages = {}, ...sections }: Sections): void {
  i18next.addResourceBundle(language, 'translation', sections)
  i18next.addResourceBundle(language, 'messages', messages)
}

/** A text of the contract, a schema or the server in the user's language; unchanged when the catalogue has none (ERR-10). */
export function translateMessage(text: string): string {
  return i18next.getResource(i18next.language, 'messages', text, { keySeparator: false }) ?? text
}
