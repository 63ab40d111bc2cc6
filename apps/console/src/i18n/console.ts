import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { addCatalogue, type Sections, startTranslations } from './catalogue.ts'
import { type Language, storedLanguage, storeLanguage } from './language.ts'

const catalogues: Record<Language, () => Promise<{ default: Sections }>> = {
  en: () => import('./en.json'),
  // The contract's own texts (settings, kinds) are English; other languages bring theirs.
  de: async () => {
    const [sections, contract] = await Promise.all([import('./de.json'), import('./contract.de.json')])
    return { default: { ...sections.default, contract: contract.default } }
  },
}

/** Loads the stored language's catalogue, all sections, and starts i18next with React. */
export async function startConsoleTranslations(): Promise<void> {
  const language = storedLanguage()
  startTranslations(language, (await catalogues[language]()).default, initReactI18next)
}

/** Switches the interface and keeps the choice (I18N-02). */
export async function changeLanguage(language: Language): Promise<void> {
  addCatalogue(language, (await catalogues[language]()).default)
  await i18next.changeLanguage(language)
  storeLanguage(language)
}
