import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { accountQuery, rememberUser } from '../api/account.ts'
import { isDemo } from '../api/demo.ts'
import { forgetDraftsOfOthers } from '../api/drafts/draft-store.ts'
import { personOf, readSession } from '../api/session.ts'

/** A role or name that was changed elsewhere shows without a new sign-in. */
export function AccountHost() {
  const { data } = useQuery({ ...accountQuery, enabled: readSession() !== null })
  useEffect(() => {
    if (data) rememberUser(data)
  }, [data])
  useEffect(() => {
    const person = personOf(readSession())
    if (person !== undefined && !isDemo()) forgetDraftsOfOthers(person)
  }, [])
  return null
}
