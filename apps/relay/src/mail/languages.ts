import { readdir } from 'node:fs/promises'
import type { Letters } from './letters/letter.ts'

/** The letters of one language. */
export interface Language {
  /** BCP 47. */
  readonly tag: string
  readonly letters: Letters
}

/** What is written to whoever reads a language that nobody has written. */
const fallback = 'en'

/** Every file of the folder that is named by a language's tag is a language: one more file is one more language. */
export async function readLanguages(folder: URL): Promise<Language[]> {
  const tags = (await readdir(folder)).flatMap(name => /^([a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*)\.ts$/.exec(name)?.[1] ?? [])
  return Promise.all(
    tags.map(async tag => ({ tag, letters: (await import(new URL(`${tag}.ts`, folder).href)).letters as Letters })),
  )
}

/** The one that is nearest to a profile's `lang`: the same, else of the same language in another country, else English. */
export function nearestLanguage(languages: readonly Language[], lang: string): Language {
  const tag = lang.replaceAll('_', '-').toLowerCase()
  const wanted = [tag, tag.split('-', 1)[0], fallback]
  const found = wanted.flatMap(one => languages.find(language => language.tag.toLowerCase() === one) ?? [])
  if (!found[0]) throw new Error('there are no letters in English')
  return found[0]
}
