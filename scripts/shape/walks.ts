/** A thing's way through the house: the files that a newcomer opens, in order, per app. */
export interface Walk {
  readonly title: string
  readonly until: string
  /** No walk has more files than this; it may fall, never rise. */
  readonly most: number
  /** `~`: joined to no file before by imports, but by a listener that is handed over, or by HTTP. */
  readonly steps: readonly (readonly [app: string, files: string])[]
}

export const walks: readonly Walk[] = [
  {
    title: 'An upload becomes a thumbnail',
    until: 'from `PUT /upload` until the thumbnail is in its folder',
    most: 35,
    steps: [
      [
        'relay',
        `
        listeners/public-listener ~media/edge/blossom/blossom-routes media/library/media-service
        media/library/uploads/upload-admission media/library/authorization ~nostr/verification/check-event
        media/library/bans/ban-guard media/library/bans/ban-store policy/policy subscriptions/quotas/quotas
        media/library/keeping/file-quota media/library/uploads/upload-claim media/library/keeping/day-quota
        media/library/uploads/upload-slots media/library/stores/file-stores media/library/stores/disk-store
        media/library/uploads/receive-upload media/library/files/check-store judges/image-moderation
        media/library/files/file-index-store media/library/files/totals-store statistics/counting-tally
        media/open-files media/workers/thumbnails/thumbnails media/workers/thumbnails/facts-store
        media/library/files/open-file media/workers/thumbnails/thumbnailer
        media/workers/thumbnails/picture-process media/workers/thumbnails/thumbnail-process
        media/workers/thumbnails/picture media/workers/thumbnails/open-picture
        media/workers/thumbnails/thumbnail-folder
        `,
      ],
    ],
  },
  {
    title: 'A payment shows a face on the strip',
    until: 'from the chain source until the dashboard draws it',
    most: 40,
    steps: [
      [
        'wallet',
        `
        sync/sync-service chain/esplora/esplora-chain chain/esplora/esplora-http history/book/chain-book
        history/book/chain-book-store history/book/chain-state-store history/book/places
        history/book/relations history/book/transaction-writer addresses/address-book sync/outbox
        sync/outbox-store sync/pusher sync/push-stream sync/push-stream-store
        `,
      ],
      [
        'relay',
        `
        wallet/push-routes wallet/push-guard wallet/wallet-service wallet/sequence-store wallet/wallet-store
        bus/bus subscriptions/news/wallet-news subscriptions/ledger/ledger subscriptions/ledger/ledger-store
        subscriptions/ledger/month-book subscriptions/news/subscription-news subscriptions/quotas/allowances
        ~context/live-parts live/live-hub live/routes subscriptions/subscribers-routes
        subscriptions/subscribers-service subscriptions/subscribers-store
        `,
      ],
      [
        'console',
        `
        api/live/live-stream api/live/use-live-stream api/queries/cached
        features/subscribers/strip/use-faces api/calls/client features/subscribers/strip/subscriber-strip
        features/subscribers/strip/face-loop
        `,
      ],
    ],
  },
  {
    title: 'A payment is sent',
    until: 'from the review until the network has answered',
    most: 45,
    steps: [
      [
        'console',
        `
        features/wallet/send/send-dialog features/wallet/send/use-send-steps
        features/wallet/send/review-step features/wallet/paying/use-payments
        features/wallet/paying/intention features/wallet/paying/unanswered
        features/wallet/paying/make-payment features/wallet/service/wallet-service
        api/calls/wallet/wallet-client api/calls/transport features/wallet/paying/result-step
        `,
      ],
      [
        'relay',
        `
        wallet/forward-routes ~accounts/sessions/call-guard accounts/sessions/sessions
        wallet/intentions/handed-payments wallet/intentions/handed-store accounts/sessions/session-store
        `,
      ],
      [
        'wallet',
        `
        operators/tokens send/routes send/send-service send/send-store send/plan-maker history/coin-book
        history/coin-store addresses/address-book addresses/address-store coins/selection/task
        security/spend-guard security/security-store keys/vault keys/open-keys keys/signing/signer
        keys/signing/sign-worker history/book/chain-book history/book/chain-book-store
        history/book/transaction-writer send/broadcaster chain/esplora/esplora-chain
        chain/esplora/esplora-http audit/audit-log audit/audit-store
        `,
      ],
    ],
  },
  {
    title: 'An event arrives',
    until: 'from the websocket until it is stored, counted, indexed and passed on',
    most: 41,
    steps: [
      [
        'relay',
        `
        listeners/public-listener nostr/nostr-server nostr/websockets nostr/open-connection nostr/fairness/message-scheduler
        nostr/connection nostr/verification/verifying-intake nostr/verification/verifier-pool
        nostr/verification/verify-worker nostr/verification/check-event nostr/event-intake policy/policy policy/write-rules
        nostr/fairness/storage-quotas subscriptions/quotas/quotas events/lmdb/lmdb-event-store
        events/lmdb/writing/writer events/lmdb/writing/writer-worker events/lmdb/writing/event-writer
        events/lmdb/writing/write-transaction events/lmdb/writing/event-rows
        events/lmdb/writing/event-counts events/lmdb/journal/journal nostr/subscriptions/fan-out
        nostr/subscriptions/subscription-index nostr/subscriptions/subscription policy/read-policy
        nostr/sending/live-event nostr/sending/send-queue nostr/sending/send-budget
        statistics/change-counter statistics/counter-store events/lmdb/text/text-index
        events/lmdb/text/text-worker statistics/traffic reports/reports-service database/relay-database
        `,
      ],
    ],
  },
  {
    title: 'The content filter is saved',
    until: 'from the form until the relay uses it and other consoles know',
    most: 29,
    steps: [
      [
        'console',
        `
        features/settings/form/use-group-form api/calls/client api/calls/transport api/live/live-stream
        api/live/use-live-stream api/queries/cached
        `,
      ],
      [
        'relay',
        `
        accounts/sessions/call-guard accounts/sessions/sessions settings/routes settings/settings-service
        settings/settings-store audit/audit-log audit/audit-store content-filter/open-content-filter
        content-filter/content-filter database/admin-database accounts/sessions/session-store
        ~context/live-parts live/live-hub live/routes
        `,
      ],
    ],
  },
]
