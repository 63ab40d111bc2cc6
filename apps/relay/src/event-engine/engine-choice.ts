export interface Choice {
  readonly engine: 'embedded' | 'postgres'
  /** Of the database; contains a password. Null for the embedded engine. */
  readonly address: string | null
  readonly owner: string
}

export interface Place {
  /** Undefined: the data folder. */
  readonly databaseUrl: string | undefined
  /** Events in the data folder are those from before, and no mistake. */
  readonly isMoved: boolean
}

/** Throws where the environment names a database that the events are not in. `given`: EVENTS_DATABASE_URL. */
export function placeOf(choice: Choice | null, given: string | undefined): Place {
  if (choice?.engine === 'postgres') return { databaseUrl: given ?? choice.address ?? undefined, isMoved: true }
  if (choice && given !== undefined)
    throw new Error(
      'The events are in the data folder, and EVENTS_DATABASE_URL names a database: move them with `npm run admin -- move-events postgres`, or unset it.',
    )
  return { databaseUrl: given, isMoved: false }
}
