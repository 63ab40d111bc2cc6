import type { FoundPerson } from '@hornets/contract/admin/search'
import type { PeopleService } from '../people/people-service.ts'
import type { SearchOptions, SearchSource } from './search.ts'
import { keyIn } from './sought-key.ts'

/** Finds people by the words of their profiles, the most active first, and by key. */
export class PeopleSearch implements SearchSource {
  readonly category = 'people' as const
  readonly #people: Pick<PeopleService, 'list'>

  constructor(people: Pick<PeopleService, 'list'>) {
    this.#people = people
  }

  async find(text: string, { limit, ...reader }: SearchOptions): Promise<FoundPerson[]> {
    const query = { q: keyIn(text) ?? text.slice(0, wordsChars), sort: 'events_30d', limit, offset: 0 } as const
    const { people } = await this.#people.list(query, reader)
    return people
      .filter(({ name, last_seen }) => !isBareHex(text) || name !== '' || last_seen !== null)
      .map(({ pubkey, name }) => ({ category: this.category, pubkey, name: name || null }))
  }
}

const wordsChars = 200

/** Of someone unknown here, it is more likely the id of something else. */
const isBareHex = (text: string) => /^[0-9a-f]{64}$/i.test(text)
