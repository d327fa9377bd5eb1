import { PAPER_SUBJECTS, type PaperSubject } from '#contract/papers/papers.kinds.ts'
import { PAPER_ENDPOINTS } from '#contract/papers/papers.ts'
import type { Platform } from '#server/http/platform.ts'
import type { Routes } from '#server/http/route.ts'
import { changePaper, openPaper, readPapers, removePaper, restorePaper } from './change-paper.ts'
import { readUpload } from './read-upload.ts'
import { oneAtATime, requireRecord, storePaper } from './store-paper.ts'

function routesOf(subject: PaperSubject, { route, routeDetached }: Routes, platform: Platform) {
  const endpoints = PAPER_ENDPOINTS[subject]
  const { keys } = platform

  route(endpoints.list, ({ tx, params, now }) => readPapers(tx, { subject, ...params }, now))

  // Reading the files takes seconds, which no connection waits for.
  routeDetached(endpoints.add, ({ params, query, body, viewer, now, inTransaction, inTransactionOnce }) =>
    oneAtATime(viewer.user_id, async () => {
      const record = { subject, id: params.id }
      const { sizes, ...form } = query
      await inTransaction((tx) => requireRecord(tx, record))
      const { checkVirus, paperBytesMax: schoolBytesMax } = platform
      const file = await readUpload({ body, sizes, title: form.title, at: now, checkVirus })
      const by = { schoolId: viewer.school_id, userId: viewer.user_id }
      return inTransactionOnce((tx) => storePaper(tx, record, { form, file, ...by, now, keys, schoolBytesMax }))
    }),
  )

  route(endpoints.file, ({ tx, params: { id, paper_id: paperId }, viewer, now }) =>
    openPaper(tx, { subject, id }, { paperId, schoolId: viewer.school_id, keys, now }),
  )
  route(endpoints.change, ({ tx, params: { id, paper_id: paperId }, body }) =>
    changePaper(tx, { subject, id }, { paperId, ...body }),
  )
  route(endpoints.remove, ({ tx, params: { id, paper_id: paperId }, now }) =>
    removePaper(tx, { subject, id }, { paperId, now }),
  )
  route(endpoints.restore, ({ tx, params: { id, paper_id: paperId }, now }) =>
    restorePaper(tx, { subject, id }, { paperId, now }),
  )
}

/** Papers of pupils, applications and employees (ADR 0069). */
export function paperRoutes(routes: Routes, platform: Platform) {
  for (const subject of PAPER_SUBJECTS) routesOf(subject, routes, platform)
}
