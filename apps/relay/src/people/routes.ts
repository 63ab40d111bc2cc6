import { Readable } from 'node:stream'
import * as contract from '@hornets/contract/admin/accounts/people'
import { type Clock, toTimestamp } from '@hornets/server/clock'
import { byteOrderMark, csvLine } from '@hornets/server/csv'
import { untilGone } from '@hornets/server/http/caller'
import type { Serve } from '@hornets/server/http/serve'
import type { AdminSession } from '../accounts/sessions/sessions.ts'
import type { PeopleService } from './people-service.ts'
import type { PersonService } from './person-service.ts'

export interface PeopleRoutesParts {
  readonly people: PeopleService
  readonly persons: PersonService
}

const columns = Object.keys(contract.person.shape) as (keyof contract.Person)[]

export function peopleRoutes(serve: Serve<AdminSession>, { people, persons }: PeopleRoutesParts, now: Clock): void {
  serve(contract.listPeople, ({ query, session, reply }) =>
    people.list(query, { role: session.account.role, signal: untilGone(reply) }),
  )
  serve(contract.listProfiles, async ({ query }) => ({ profiles: await people.profilesOf(query.keys.split(',')) }))
  serve(contract.exportPeople, ({ query, session, reply }) => {
    const rows = people.all(query, { role: session.account.role, signal: untilGone(reply) })
    const day = toTimestamp(now()).slice(0, 10)
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="people-${day}.csv"`)
      .send(Readable.from(linesOf(rows, query.separator), { highWaterMark: 1 }))
  })
  serve(contract.getPerson, ({ params, session, reply }) =>
    persons.one(params.pubkey, { role: session.account.role, signal: untilGone(reply) }),
  )
  serve(contract.listPersonEvents, ({ params, query, session, reply }) =>
    persons.events(params.pubkey, query, { role: session.account.role, signal: untilGone(reply) }),
  )
  serve(contract.setPersonQuota, ({ params, body, session }) =>
    persons.setQuota(params.pubkey, body, moderatorOf(session)),
  )
  serve(contract.addPersonNote, ({ params, body, session }) =>
    persons.addNote(params.pubkey, body.text, moderatorOf(session)),
  )
  serve(contract.removePersonNote, async ({ params, session }) => {
    await persons.removeNote(params.pubkey, params.id, moderatorOf(session))
    return { message: 'The note is removed' }
  })
  serve(contract.writeToPerson, async ({ params, body, session }) => {
    await persons.write(params.pubkey, body.text, moderatorOf(session))
    return { message: 'The message is sent' }
  })
}

const moderatorOf = ({ actor, account: { role } }: AdminSession) => ({ actor, role })

async function* linesOf(parts: AsyncIterable<readonly contract.Person[]>, separator: 'comma' | 'semicolon') {
  yield byteOrderMark + csvLine(columns, separator)
  for await (const people of parts)
    yield people
      .map(person =>
        csvLine(
          columns.map(column => cellOf(person, column)),
          separator,
        ),
      )
      .join('')
}

function cellOf(person: contract.Person, column: keyof contract.Person): unknown {
  return column === 'status' ? person.status.join(' ') : person[column]
}
