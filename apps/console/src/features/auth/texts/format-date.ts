/** Dates of the sign-in, which comes without ui/text/format.ts and its i18next: the language is handed in. */
export const formatDate = (date: Date, language: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(language, options).format(date)

/** As machines read it (`<time dateTime>`). */
export const machineTime = (date: Date): string => date.toISOString()
