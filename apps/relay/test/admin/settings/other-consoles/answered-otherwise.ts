/** One call that is answered otherwise than by such a server, and why. */
interface Otherwise {
  readonly server: string
  readonly call: string
  readonly why: string
}

export const answeredOtherwise: readonly Otherwise[] = [
  {
    server: 'both',
    call: 'POST /signup',
    why: "It asks for the setup token: claim with this project's console, then sign in with any",
  },
  { server: 'both', call: 'POST /signup (a second time)', why: '403 in place of 500' },
  { server: 'both', call: 'POST /verify', why: 'user.id is a text: accounts are not numbered' },
  { server: '2025-05', call: 'GET /api/relay-settings', why: 'lastUpdated is text; a number is taken' },
  {
    server: '2025-05',
    call: 'GET /api/relay-settings (after the save)',
    why: 'lastUpdated is text; a number is taken',
  },
  { server: '2025-05', call: 'POST /api/relay-settings', why: 'JSON in place of the text OK' },
  { server: '2025-05', call: 'POST /api/settings/content_filter', why: 'JSON in place of the text OK' },
  { server: '2025-05', call: 'POST /api/settings/image_moderation (out of range)', why: 'A threshold of 7 is refused' },
  { server: '2025-05', call: 'GET /api/settings/xnostr', why: 'The group exists here' },
  { server: '2025-05', call: 'GET /api/settings/nothing', why: '404' },
  {
    server: 'both',
    call: 'websocket COUNT',
    why: 'An object, as NIP-45 says; a stranger to a closed relay gets CLOSED',
  },
  { server: '2026-04', call: 'websocket NOTICE', why: 'A refused question gets CLOSED, as NIP-01 says' },
  { server: '2026-04', call: 'websocket AUTH #2', why: 'A connection gets one challenge' },
  { server: 'both', call: 'POST /api/updateRate', why: 'It cannot be set (RATE_URL)' },
  { server: 'both', call: 'GET /api/balance/usd', why: 'The balance also from one million satoshis up' },
  { server: 'both', call: 'GET /api/transactions/latest', why: 'Value is a number of satoshis' },
  {
    server: 'both',
    call: 'POST /api/payment/notifications (for testing only)',
    why: 'Only payments make notifications',
  },
  {
    server: 'both',
    call: 'POST /api/moderation/notifications (for testing only)',
    why: 'Only judgements make notifications',
  },
  {
    server: '2026-04',
    call: 'GET /api/reports/notifications?page=1&limit=10&filter=all',
    why: '204 for an empty page, with any filter',
  },
  { server: '2026-04', call: 'POST /api/reports/notifications/read', why: '404 in place of 500' },
  { server: 'both', call: 'POST /api/blocked-pubkeys #2', why: 'A text that is not a key is refused' },
  {
    server: 'both',
    call: 'PUT /blossom/upload?pubkey=:id (public listener)',
    why: 'Blossom is at /upload, as BUD-02 says',
  },
  { server: 'both', call: 'GET /api/files', why: 'Without a type, all files' },
  { server: '2026-04', call: 'GET /api/relaycount', why: 'The count in place of an error' },
  { server: '2026-04', call: 'GET /api/kind-trend/1', why: 'An empty list in place of 404' },
]
