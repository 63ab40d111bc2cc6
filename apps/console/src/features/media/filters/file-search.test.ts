import { describe, expect, it } from 'vitest'
import { filterOf, isNarrowed, readFileSearch, trashSearch, usualSearch, writeFileSearch } from './file-search.ts'

const given = (search: object) => Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))

describe('the filters in the URL', () => {
  it('are read, and what makes no sense is left out', () => {
    expect(readFileSearch({})).toEqual(usualSearch)
    const odd = { type: 'x', owner: 'npub', from: '2026-02-30', to: 'y', min: '-1', max: '1e9', sort: '?', status: '' }
    expect(readFileSearch(odd)).toEqual(usualSearch)
    expect(readFileSearch({ type: 'videos', q: 5, min: 1000, sort: 'largest' })).toMatchObject({
      type: 'videos',
      q: '5',
      min: '1000',
      sort: 'largest',
    })
  })

  it('come back as they were written, and the usual leaves no trace', () => {
    expect(given(writeFileSearch(usualSearch))).toEqual({})
    expect(given(writeFileSearch(trashSearch))).toEqual({ status: 'trashed' })
    for (const search of [
      { ...usualSearch, type: 'all', owner: 'a'.repeat(64), from: '2026-01-02', max: '100' },
      { ...trashSearch, type: 'images', sort: 'name' },
    ] as const)
      expect(readFileSearch(writeFileSearch(search))).toEqual(search)
  })

  it('R-52: ask for images where nothing else is chosen, and in the trash for everything', () => {
    expect(filterOf(usualSearch)).toEqual({ type: 'image/*' })
    expect(filterOf({ ...usualSearch, type: 'audio' })).toEqual({ type: 'audio/*' })
    expect(filterOf({ ...usualSearch, type: 'documents' })).toEqual({ type: 'documents' })
    expect(filterOf({ ...usualSearch, type: 'all' })).toEqual({})
    expect(filterOf(readFileSearch({ status: 'trashed' }))).toEqual({ status: 'trashed' })
  })

  it('ask for whole days of the user, and for bytes as numbers', () => {
    const { from, to, min_bytes, max_bytes } = filterOf({
      ...usualSearch,
      from: '2026-03-01',
      to: '2026-03-01',
      min: '5',
      max: '6',
    })
    expect(Date.parse(to ?? '') - Date.parse(from ?? '')).toBe(86_400_000)
    expect([min_bytes, max_bytes]).toEqual([5, 6])
  })

  it('narrow the page, which the type and the order alone do not', () => {
    expect(isNarrowed({ ...usualSearch, type: 'all', sort: 'name' })).toBe(false)
    expect(isNarrowed({ ...usualSearch, q: 'bee' })).toBe(true)
    expect(isNarrowed({ ...usualSearch, min: '1' })).toBe(true)
  })
})
