/** Texts about where the events are, separate from those that the console loads with its first page. */
export const eventEngineMessages = {
  addressMissing: 'Enter postgres://user:password@host:5432/database',
  alreadyThere: 'The events are there already',
  running: 'Events are being copied or moved already',
  notRunning: 'Nothing is being copied',
  notCopied: 'Copy the events first',
  fixed:
    'EVENTS_DATABASE_URL names the database. Unset it and restart the relay, which has kept the address; then move the events',
  ended: 'The process that copied was ended',
} as const
