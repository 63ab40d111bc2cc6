import * as z from 'zod/mini'
import { defineEndpoint } from '../../endpoint.ts'
import { hex64, nostrEvent } from '../../nostr.ts'
import { personDecision, personStatuses } from '../accounts/people.ts'

const session = { tag: 'Moderation', access: 'session', role: 'moderator' } as const
/** RFC 3339, UTC. */
const timestamp = z.string()
const hexOrEmpty = z.union([hex64, z.literal('')])
const caseId = z.coerce.number().check(z.int(), z.minimum(1))
const params = z.object({ id: caseId })

/** What brought a case up: users, their labels, reports of files, the judge, an author's appeal, words, likeness. */
export const caseCauses = ['report', 'label', 'file', 'judge', 'appeal', 'word', 'similar'] as const
export type CaseCause = (typeof caseCauses)[number]

/** `warn` keeps the content and writes to its author; `escalate` leaves the case to operators and owners. */
export const verdicts = ['dismiss', 'delete', 'delete_and_block', 'warn', 'escalate'] as const
export type Verdict = (typeof verdicts)[number]

export const verdictReasonChars = 500
export const reasonTemplatesMax = 20
export const decidedAtOnceMax = 100
/** A verdict can be undone for so long, and a case stays with its moderator. */
export const undoDays = 7
export const heldMinutes = 30
/** A warning is sent this long after the verdict, so that it can be undone. */
export const warnedAfterSeconds = 60

export const moderationCase = z.object({
  id: z.int(),
  /** One of the three; all empty never. */
  event_id: hexOrEmpty,
  file_hash: hexOrEmpty,
  /** Whose it is, or who is reported; empty for a file whose report names nobody. */
  pubkey: hexOrEmpty,
  name: z.string(),
  cause: z.enum(caseCauses),
  type: z.string(),
  /** Sum over reporters by their status, blocked ones left out; at most 100. */
  weight: z.int(),
  reporters: z.int(),
  opened_at: timestamp,
  is_open: z.boolean(),
  is_escalated: z.boolean(),
  /** Who works on it; null: nobody. */
  held_by: z.nullable(hex64),
  held_by_name: z.string(),
  verdict: z.nullable(z.enum(verdicts)),
})
export type ModerationCase = z.infer<typeof moderationCase>

export const listCases = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/cases',
  summary: 'Open cases, by weight and time waited; the counts are of all open cases',
  staleOn: ['cases'],
  query: z.object({
    cause: z.optional(z.enum(caseCauses)),
    /** Only those that were left to operators and owners; without it, moderators get the others, operators all. */
    escalated: z.optional(z.literal('1')),
    reporter: z.optional(hex64),
    /** Only cases about this file, or events that show it: its SHA-256. */
    image: z.optional(hex64),
    /** Only cases about this event, file or key, decided ones too. */
    about: z.optional(hex64),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(500)), 50),
  }),
  answers: {
    200: z.object({
      cases: z.array(moderationCase),
      counts: z.object({
        open: z.int(),
        escalated: z.int(),
        causes: z.array(z.object({ cause: z.enum(caseCauses), count: z.int() })),
      }),
    }),
  },
  errors: [],
})
export type CaseCounts = z.infer<(typeof listCases.answers)[200]>['counts']

export const caseReporter = z.object({
  pubkey: hex64,
  name: z.string(),
  type: z.string(),
  text: z.string(),
  is_label: z.boolean(),
  status: z.array(z.enum(personStatuses)),
  cases: z.int(),
})
export type CaseReporter = z.infer<typeof caseReporter>

export const caseVerdict = z.object({
  id: z.int(),
  case_id: z.int(),
  verdict: z.enum(verdicts),
  reason: z.string(),
  at: timestamp,
  /** Null: given elsewhere in the console, or by a program. */
  by: z.nullable(hex64),
  by_name: z.string(),
  is_undone: z.boolean(),
})
export type CaseVerdict = z.infer<typeof caseVerdict>

export const getCase = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/cases/:id',
  summary: 'One case: the event in its thread, its reporters, and what was decided before',
  staleOn: ['cases'],
  params,
  answers: {
    200: z.object({
      case: moderationCase,
      /** Null: not stored, or only for its parties. */
      event: z.nullable(nostrEvent),
      /** What it replies to, and replies to it, where stored here. */
      parent: z.nullable(nostrEvent),
      replies: z.array(nostrEvent),
      names: z.record(z.string(), z.string()),
      author_status: z.array(z.enum(personStatuses)),
      reporters: z.array(caseReporter),
      judged: z.string(),
      /** Of this case, of others about the same person, and of the same images. */
      verdicts: z.array(caseVerdict),
      person_verdicts: z.array(caseVerdict),
      image_verdicts: z.array(caseVerdict),
      /** SHA-256 of the images, with the number of open cases that show them. */
      images: z.array(z.object({ hash: hex64, open: z.int() })),
      decisions: z.array(personDecision),
      /** Whether the relay can write to the author. */
      can_warn: z.boolean(),
    }),
  },
  errors: ['not_found'],
})
export type CaseDetails = z.infer<(typeof getCase.answers)[200]>

export const giveVerdict = defineEndpoint({
  ...session,
  method: 'POST',
  path: '/api/cases/verdicts',
  summary: 'Decide one case or several; those that others work on are refused',
  demo: 'plays',
  audit: 'cases.verdict',
  body: z.object({
    cases: z.array(z.int()).check(z.minLength(1), z.maxLength(decidedAtOnceMax)),
    verdict: z.enum(verdicts),
    reason: z._default(z.string().check(z.trim(), z.maxLength(verdictReasonChars)), ''),
  }),
  answers: {
    200: z.object({
      /** For the undo of all of them; null if none was decided. */
      id: z.nullable(z.int()),
      decided: z.int(),
      refused: z.array(z.object({ id: z.int(), error: z.string() })),
    }),
  },
  errors: ['invalid_fields'],
})

export const undoVerdict = defineEndpoint({
  ...session,
  method: 'POST',
  path: '/api/cases/verdicts/:id/undo',
  summary: 'Undo what one call decided, within seven days: its cases are open again, and what it deleted is back',
  demo: 'plays',
  audit: 'cases.undo',
  params,
  body: z.strictObject({}),
  answers: { 200: z.object({ undone: z.int() }) },
  errors: ['not_found', 'conflict'],
})

export const holdCase = defineEndpoint({
  ...session,
  method: 'POST',
  path: '/api/cases/:id/hold',
  summary: 'Take a case for half an hour, so that no one else decides it meanwhile, or release it',
  demo: 'plays',
  audit: null,
  params,
  body: z.object({ hold: z.boolean() }),
  answers: { 200: moderationCase },
  errors: ['not_found', 'conflict'],
})

const reasonTemplates = z.object({
  reasons: z
    .array(z.string().check(z.trim(), z.minLength(1), z.maxLength(verdictReasonChars)))
    .check(z.maxLength(reasonTemplatesMax)),
})

export const listReasons = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/cases/reasons',
  summary: 'Templates of reasons',
  staleOn: ['cases'],
  answers: { 200: reasonTemplates },
  errors: [],
})

export const saveReasons = defineEndpoint({
  ...session,
  method: 'PUT',
  path: '/api/cases/reasons',
  summary: 'Replace the templates of reasons',
  demo: 'plays',
  audit: 'cases.reasons',
  body: reasonTemplates,
  answers: { 200: reasonTemplates },
  errors: ['invalid_fields'],
})

export const getCaseStatistics = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/cases/statistics',
  summary: 'Verdicts of the last days by cause, the time to them, and how often the judge was wrong',
  staleOn: ['cases'],
  query: z.object({ days: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(365)), 30) }),
  answers: {
    200: z.object({
      verdicts: z.array(z.object({ cause: z.enum(caseCauses), verdict: z.enum(verdicts), count: z.int() })),
      /** Seconds from a case to its verdict, within 5 %; null without verdicts. */
      time: z.object({ count: z.int(), median: z.nullable(z.number()), p90: z.nullable(z.number()) }),
      /** Decided cases of the judge with at least this confidence, and those of them that were dismissed. */
      alarms: z.array(z.object({ threshold: z.number(), decided: z.int(), dismissed: z.int() })),
    }),
  },
  errors: [],
})
export type CaseStatistics = z.infer<(typeof getCaseStatistics.answers)[200]>
