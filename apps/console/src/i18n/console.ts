import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { addCatalogue, type Sections, startTranslations } from './catalogue.ts'
import { catalogueFiles, type Language, storedLanguage, storeLanguage } from './language.ts'

const laterFiles = import.meta.glob<Sections>('./*.json', { import: 'default', query: '?part=later' })

type Files = Readonly<Record<string, () => Promise<Sections>>>
const readCatalogue = async (files: Files, language: Language): Promise<Sections> =>
  (await files[`./${language}.json`]?.()) ?? {}

let started: Promise<void> | undefined
let later: Promise<void> | undefined

/** Loads the stored language's catalogue, all that the first screen says, and starts i18next with React. */
export function startConsoleTranslations(): Promise<void> {
  const language = storedLanguage()
  started = readCatalogue(catalogueFiles, language).then(sections => {
    startTranslations(language, sections, initReactI18next)
    document.documentElement.lang = language
  })
  return started
}

/** Resolves when the texts of all other pages are there (`build/catalogue-sections.ts`); rejects when they cannot be had. */
export function laterTexts(): Promise<void> {
  const language = storedLanguage()
  later ??= Promise.all([readCatalogue(laterFiles, language), started]).then(
    ([sections]) => addCatalogue(language, sections),
    cause => {
      later = undefined
      throw cause
    },
  )
  return later
}

/** Switches the interface and keeps the choice (I18N-02). */
export async function changeLanguage(language: Language): Promise<void> {
  const parts = [catalogueFiles, laterFiles].map(files => readCatalogue(files, language))
  for (const sections of await Promise.all(parts)) addCatalogue(language, sections)
  await i18next.changeLanguage(language)
  storeLanguage(language)
}
