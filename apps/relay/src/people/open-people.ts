import type { Nip05Parts } from './nip05-marks.ts'
import { Nip05Marks } from './nip05-marks.ts'
import { type PeopleParts, PeopleService } from './people-service.ts'
import { type PersonParts, PersonService } from './person-service.ts'
import { PersonStatuses, type StatusParts } from './person-status.ts'

type OpenPeopleOptions = Omit<PeopleParts, 'statuses' | 'marks'> &
  Omit<PersonParts, 'people' | 'reports' | 'access'> &
  Nip05Parts & {
    readonly reports: PeopleParts['reports'] & PersonParts['reports']
    readonly access: StatusParts['access'] & PersonParts['access']
    readonly status: Omit<StatusParts, 'access'>
  }

export function openPeople({ status, ...options }: OpenPeopleOptions) {
  const { store, events, profiles, reports, access, findName, now } = options
  const statuses = new PersonStatuses({ ...status, access })
  const marks = new Nip05Marks({ findName, now })
  const people = new PeopleService({ store, events, profiles, reports, statuses, marks, now })
  return { people, statuses, persons: new PersonService({ ...options, people }), marks }
}
