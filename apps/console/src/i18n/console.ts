import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { addCatalogue, type Sections, startTranslations } from './catalogue.ts'
import { catalogueFiles, type Language, storedLanguage, storeLanguage } from './language.ts'

async function readCatalogue(language: Language): Promise<Sections> {
  return (await catalogueFiles[`./${language}.json`]?.()) ?? {}
}

/** Loads the stored language's catalogue, all sections, and starts i18next with React. */
export async function startConsoleTranslations(): Promise<void> {
  const language = storedLanguage()
  startTranslations(language, await readCatalogue(language), initReactI18next)
  document.documentElement.lang = language
}

/** Switches the interface and keeps the choice (I18N-02). */
export async function changeLanguage(language: Language): Promise<void> {
  addCatalogue(language, await readCatalogue(language))
  await i18next.changeLanguage(language)
  storeLanguage(language)
}
