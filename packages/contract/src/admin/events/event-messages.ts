/** Texts about stored events, separate from those that the console loads with its first page. */
export const eventMessages = {
  filterInvalid: 'This is not a filter that this relay knows (NIP-01)',
  filterOrIds: 'Name either a filter or events',
  cursorInvalid: 'This is not the place of an event',
  tooManyViews: 'There are too many saved views. Please remove one first.',
  viewUnknown: 'This view is gone',
} as const
