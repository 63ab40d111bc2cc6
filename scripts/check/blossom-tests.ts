/** The tests of each requirement in docs/blossom.md: a file, in apps/relay/test/media unless it says a path, and part of a title. */
export const testsOf: Readonly<Record<string, readonly (readonly [file: string, title: string])[]>> = {
  'BUD-01: `Access-Control-Allow-Origin: *` on every answer, also on errors': [
    ['public-answers.test.ts', 'pages of any origin can read'],
  ],
  'BUD-01: a preflight (`OPTIONS`) names the methods of its address': [
    ['retrieval.test.ts', 'allows every supported method in a preflight'],
    ['retrieval.test.ts', 'names its own methods'],
  ],
  'BUD-01: another method is 405 with `Allow`': [['retrieval.test.ts', 'as a method that is not supported there']],
  'BUD-01: every refusal has its reason in `X-Reason`': [['public-answers.test.ts', 'returns statuses by cause']],
  'BUD-01: all endpoints at the root': [['upload.test.ts', 'a public Blossom client uploads, finds, lists']],
  "BUD-01: `GET /<sha256>` with or without an extension, in the blob's own type": [
    ['retrieval.test.ts', 'GET and HEAD take the hash with or without an extension'],
    ['retrieval.test.ts', 'the extension says nothing'],
  ],
  'BUD-01: `HEAD` with the same headers, no body': [['retrieval.test.ts', 'returns the same headers without a body']],
  'BUD-01: SHOULD: ranges (one at a time)': [
    ['retrieval.test.ts', 'a range of %s gives bytes'],
    ['retrieval.test.ts', 'refuses a range of %s'],
  ],
  'BUD-01: a malformed hash is 400, an unknown one 404': [['public-answers.test.ts', '%s /%s is answered with %d']],
  'BUD-01: `get` authorization: only for what waits for moderation': [
    ['apps/relay/test/moderation/media.test.ts', 'gives a pending file only to its owner'],
  ],
  'BUD-01, 02: a blob of unknown type is `application/octet-stream`': [
    ['apps/relay/src/media/library/mime/detect-mime.test.ts', 'other bytes without a name'],
    ['retrieval.test.ts', 'serves a polyglot file'],
  ],
  'BUD-02: `PUT /upload` keeps the blob unchanged and answers with its descriptor': [
    ['upload.test.ts', 'at the very limit, and without a word on type'],
  ],
  "BUD-02: the descriptor's `url` has an extension": [
    ['apps/relay/src/media/library/mime/detect-mime.test.ts', 'an extension is short, plain'],
  ],
  'BUD-02, 11: `t` = `upload` and `x`; without `x` 403, another hash 409': [
    ['upload-refusals.test.ts', 'with an authorization to delete'],
    ['upload-refusals.test.ts', 'with the authorization of another file'],
    ['upload-refusals.test.ts', 'with an authorization for any file'],
  ],
  "BUD-02, 12: `GET /list/<pubkey>`: that key's blobs, newest first": [
    ['retrieval.test.ts', 'names everything of the owner and nothing'],
  ],
  'BUD-02, 12: `since`, `until`, `cursor`, `limit`': [
    ['retrieval.test.ts', 'keeps to since and until'],
    ['retrieval.test.ts', 'continues after a cursor over files'],
    ['retrieval.test.ts', 'continues after a cursor whose file'],
  ],
  'BUD-02, 12: `DELETE /<sha256>` with `t` = `delete` and `x`, valid once': [
    ['retrieval.test.ts', 'is refused to strangers'],
    ['retrieval.test.ts', 'removes a shared file'],
    ['retrieval.test.ts', 'an authorization works once'],
  ],
  'BUD-04: `PUT /mirror` answers with the descriptor; another hash 409': [
    ['mirror.test.ts', 'a public Blossom client mirrors a file'],
    ['mirror.test.ts', 'another content or server than the authorization'],
  ],
  'BUD-04: SHOULD: the type from `Content-Type`, otherwise from content and extension': [
    ['mirror.test.ts', 'takes the type of a file that has none'],
  ],
  'BUD-04: an origin that fails is 502': [
    ['mirror.test.ts', 'a redirect that leads there'],
    ['mirror.test.ts', 'a server that falls off'],
  ],
  'BUD-05: `PUT /media` needs `t` = `media` and `x`': [['optimised.test.ts', 'without a signature for it']],
  "BUD-05: it answers with the optimised blob's descriptor": [
    ['optimised.test.ts', 'gives a public Blossom client a smaller'],
  ],
  'BUD-05, 06: `HEAD /media` as `HEAD /upload`': [['optimised.test.ts', 'before it is sent']],
  'BUD-05: unreadable images are 422': [['optimised.test.ts', 'a broken image']],
  'BUD-06: `HEAD /upload` says whether an upload would be accepted': [
    ['upload.test.ts', 'tells a client before an upload'],
  ],
  'BUD-07: 402 with `X-Lightning` or `X-Bitcoin`; 403 while nothing can be paid': [
    ['apps/relay/src/media/library/keeping/payment-required.test.ts', 'a file without space is refused'],
    ['keeping.test.ts', 'is refused with what is missing'],
  ],
  'BUD-07: an invalid payment proof is 400': [
    ['apps/relay/test/subscriptions/lightning.test.ts', 'a refused upload names an invoice'],
  ],
  'BUD-08: `nip94` tags in the descriptor': [['mirror.test.ts', 'a public Blossom client mirrors a file']],
  'BUD-09: `PUT /report` takes a signed report (kind 1984) of up to 20 blobs': [
    ['apps/relay/test/moderation/reports.test.ts', 'are refused with %s'],
    ['apps/relay/test/moderation/reports.test.ts', 'are taken a few at a time'],
  ],
  'BUD-09: MAY: operators act on reports; `OPTIONS` offers `PUT`': [
    ['apps/relay/test/moderation/reports.test.ts', 'are a case like those by websocket'],
  ],
  'BUD-09: MAY: removed blobs are blocked, where they are banned': [
    ['apps/relay/test/media/bans/bans.test.ts', 'moves to the trash and is refused'],
  ],
  'BUD-10: `blossom:` addresses, in the console': [
    ['packages/contract/src/blossom-uri.test.ts', 'is read with its hints'],
    ['packages/contract/src/blossom-uri.test.ts', 'is written as it is read'],
  ],
  'BUD-11: `server` tags must name this server': [
    ['public-answers.test.ts', 'is accepted only from a client'],
    ['apps/relay/src/nostr/relay-info/relay-names.test.ts', 'server tags name a host'],
  ],
  'BUD-11: tokens in both alphabets of base64': [
    ['apps/relay/src/nostr/signed-calls/http-authorizer.test.ts', 'reads a token in both alphabets'],
  ],
  'BUD-11: expired, future-dated, forged and foreign authorizations are 401': [
    ['upload-refusals.test.ts', 'with an expired authorization'],
    ['upload-refusals.test.ts', 'with an authorization dated in the future'],
    ['upload-refusals.test.ts', 'with an authorization that was tampered'],
    ['upload-refusals.test.ts', 'refuses an authorization of another key'],
  ],
}
