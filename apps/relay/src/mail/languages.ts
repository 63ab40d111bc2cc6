import { readdir } from 'node:fs/promises'
import type { PageTexts, PolicyTitles } from './letters/en.ts'
import type { Letters } from './letters/letter.ts'

export interface Language {
  /** BCP 47. */
  readonly tag: string
  readonly letters: Letters
  readonly page: PageTexts
  readonly policies: PolicyTitles
}

const fallback = 'en'

export async function readLanguages(folder: URL): Promise<Language[]> {
  const tags = (await readdir(folder)).flatMap(name => /^([a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*)\.ts$/.exec(name)?.[1] ?? [])
  return Promise.all(
    tags.map(async tag => {
      const { letters, page, policies } = (await import(new URL(`${tag}.ts`, folder).href)) as Omit<Language, 'tag'>
      return { tag, letters, page, policies }
    }),
  )
}

/** The closest match for a profile's `lang`: the same tag, else the same language, else English. */
export function nearestLanguage(languages: readonly Language[], lang: string): Language {
  const tag = lang.replaceAll('_', '-').toLowerCase()
  const wanted = [tag, tag.split('-', 1)[0], fallback]
  const found = wanted.flatMap(one => languages.find(language => language.tag.toLowerCase() === one) ?? [])
  if (!found[0]) throw new Error('there are no letters in English')
  return found[0]
}

/** The first of a browser's languages (`Accept-Language`) that there is, else English. */
export function acceptedLanguage(languages: readonly Language[], accepted = ''): Language {
  const wanted = accepted.split(',').map(part => part.split(';', 1)[0]?.trim().toLowerCase() ?? '')
  const known = languages.map(({ tag }) => tag.toLowerCase())
  const first = wanted.find(tag => known.includes(tag) || known.includes(tag.split('-', 1)[0] ?? ''))
  return nearestLanguage(languages, first ?? fallback)
}
