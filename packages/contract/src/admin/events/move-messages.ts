/** Texts about moving from another server of the family. */
export const moveMessages = {
  address: 'An address begins with https:// or http://',
  unreachable: 'The old server cannot be reached',
  notOfTheFamily: 'There is no HORNETS server at this address. Enter the address of its console.',
  misbehaves: 'The old server does not follow its own API',
  leadsElsewhere:
    'The old server redirects to another address. The move sends nothing there: enter the address that answers itself.',
  fails: 'The old server answers with an error',
  signInRefused: 'The old server refuses this key or this password',
  signatureRefused: 'The old server refuses the signature',
  visitOver: 'Please sign in at the old server again',
  signedOut:
    'The old server does not accept the sign-in any more. Sign in again: what is here is not taken a second time.',
  noRelay: 'The relay of the old server does not answer. Enter its address.',
  notStatistics: 'This is not a statistics file of a HORNETS server',
  tooManyVisits: 'Too many sign-ins at other servers. Please wait a few minutes.',
  tierWithoutLimit: 'A tier without a limit cannot be sold here',
  nothingToTake: 'Choose at least one kind of thing',
} as const
