import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { accountQuery, rememberUser } from '../api/account.ts'
import { isDemo } from '../api/demo.ts'
import { forgetDraftsOfOthers, personOf, readSession } from '../api/session.ts'

/** A role or name that was changed elsewhere shows without a new sign-in. */
export function AccountHost() {
  const { data } = useQuery({ ...accountQuery, enabled: readSession() !== null })
  useEffect(() => {
    if (data) rememberUser(data)
  }, [data])
  useEffect(() => {
    if (!isDemo()) forgetDraftsOfOthers(personOf(readSession()))
  }, [])
  return null
}
