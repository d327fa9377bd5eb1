import { z } from 'zod'
import { CONSENT_STATES, type ConsentPurpose } from '#contract/consents/consents.state.ts'
import { endpoint } from '#contract/endpoint.ts'
import { FileReply } from '#contract/file-reply.ts'
import { Id, Instant, QueryId, Several } from '#contract/formats.ts'
import { PupilClassRef, PupilStatus } from '#contract/pupils/pupils.ts'

/** The purposes that are about pictures, in the order of the consents. */
export const PHOTO_PURPOSES = [
  'photo_school_internal',
  'photo_website',
  'photo_press',
] as const satisfies readonly ConsentPurpose[]
export type PhotoPurpose = (typeof PHOTO_PURPOSES)[number]

/** Most children in one list that is not a class. */
export const PHOTO_LIST_MAX = 500
/** The number of prints of a list that are remembered. */
export const PHOTO_PRINTS_MAX = 5

export const PHOTO_LIST_TEXTS = {
  oneOf: 'Bitte entweder eine Klasse oder einzelne Kinder angeben.',
  tooMany: `Eine Fotoliste zeigt höchstens ${PHOTO_LIST_MAX} Kinder. Bitte wählen Sie weniger aus.`,
} as const

const PhotoState = z.object({
  state: z.enum(CONSENT_STATES),
  /** The last withdrawal; only while the state is `withdrawn`. */
  withdrawn_at: Instant.nullable(),
  /** What the print said with which the list is compared; null while that is still true. */
  before: z.enum(CONSENT_STATES).nullable(),
})
export type PhotoState = z.output<typeof PhotoState>

const PhotoPupil = z.object({
  id: Id,
  lastname: z.string(),
  lastname_prefix: z.string().nullable(),
  firstname: z.string(),
  status: PupilStatus,
  schoolclass: PupilClassRef.nullable(),
  photos: z.record(z.enum(PHOTO_PURPOSES), PhotoState),
  /** The print with which the list is compared did not have this child. */
  is_new: z.boolean(),
})
export type PhotoPupil = z.output<typeof PhotoPupil>

export const PHOTO_PRINT_KINDS = ['paper', 'excel'] as const

const PhotoPrint = z.object({
  id: Id,
  kind: z.enum(PHOTO_PRINT_KINDS),
  printed_at: Instant,
  /** Null: the account is gone. */
  printed_by: z.string().nullable(),
})
export type PhotoPrint = z.output<typeof PhotoPrint>

export const PhotoList = z.object({
  /** Null: a selection. */
  schoolclass: PupilClassRef.nullable(),
  /** By name. */
  pupils: z.array(PhotoPupil),
  /** How many of the asked children the viewer does not see, such as those who have left. */
  unseen: z.int(),
  /** The last prints and files of this list, the newest first. */
  prints: z.array(PhotoPrint),
  /** The print with which the list is compared; null before the first one. */
  since: PhotoPrint.nullable(),
  /** How many children of that print are no longer on the list. */
  gone: z.int(),
})
export type PhotoList = z.output<typeof PhotoList>

interface ListChoice {
  schoolclass_id?: number | undefined
  ids?: readonly number[] | undefined
}
const isOne = ({ schoolclass_id, ids }: ListChoice) => (schoolclass_id === undefined) !== (ids === undefined)
const ONE_OF = { path: ['schoolclass_id'], message: PHOTO_LIST_TEXTS.oneOf }

/** A class or chosen children, and the print with which it is compared; missing: the last one. */
const PhotoListQuery = z
  .object({
    schoolclass_id: QueryId.optional(),
    ids: Several(QueryId)
      .refine(({ length }) => length > 0, PHOTO_LIST_TEXTS.oneOf)
      .refine(({ length }) => length <= PHOTO_LIST_MAX, PHOTO_LIST_TEXTS.tooMany)
      .optional(),
    since: QueryId.optional(),
  })
  .refine(isOne, ONE_OF)

const PhotoListForm = z
  .object({
    schoolclass_id: Id.optional(),
    ids: z.array(Id).min(1, PHOTO_LIST_TEXTS.oneOf).max(PHOTO_LIST_MAX, PHOTO_LIST_TEXTS.tooMany).optional(),
    since: Id.optional(),
  })
  .refine(isOne, ONE_OF)
export type PhotoListForm = z.output<typeof PhotoListForm>

const path = '/api/admin/photoList' as const

/** The same people who read the consents on a child's page. */
export const PHOTO_LIST_READERS = ['manage pupil', 'view attached pupil'] as const

/** Fotolisten: which children may be shown where. */
export const photoListEndpoints = {
  get: endpoint({
    method: 'GET',
    path,
    access: PHOTO_LIST_READERS,
    query: PhotoListQuery,
    response: PhotoList,
    summary: 'Wer auf Fotos gezeigt werden darf: eine Klasse oder gewählte Kinder',
  }),
  print: endpoint({
    method: 'POST',
    path: `${path}/print`,
    access: PHOTO_LIST_READERS,
    body: PhotoListForm,
    response: z.object({ id: Id }),
    status: 201,
    idempotent: true,
    summary: 'Merken, dass die Fotoliste gedruckt wird; spätere Änderungen sind dann gekennzeichnet',
  }),
  export: endpoint({
    method: 'POST',
    path: `${path}/export`,
    access: 'export personal data',
    body: PhotoListForm,
    response: FileReply,
    isFile: true,
    summary: 'Die Fotoliste als Excel-Datei; der Export wird protokolliert',
  }),
}
