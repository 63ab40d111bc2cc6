export const languages = ['en', 'de'] as const
export type Language = (typeof languages)[number]

const storageKey = 'lng'

/** The language kept on this device (SHELL-31); English when none is, or when storage is closed to us. */
export function storedLanguage(storage: Pick<Storage, 'getItem'> = localStorage): Language {
  try {
    return languages.find(language => language === storage.getItem(storageKey)) ?? 'en'
  } catch {
    return 'en'
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
