import { publicSicknoteEndpoints as endpoints } from '#contract/sicknotes/sicknotes.public.ts'
import type { Platform } from '#server/http/platform.ts'
import type { Routes } from '#server/http/route.ts'
import { countingUnknown, openLinks } from './public-link.ts'
import { readParentsPage } from './public-page.ts'
import { checkSiblings, reportAbsence } from './report-absence.ts'
import { askForLinks } from './resend-links.ts'
import { isStillReported, takeBackReport } from './take-back.ts'

/**
 * The parents' page (domain §5.6). Links that do not work count against the network address; working links never do.
 */
export function publicSicknoteRoutes({ route, routeDetached }: Routes, platform: Platform) {
  const { limits, keys } = platform

  routeDetached(endpoints.pupil, ({ params, visitor, today, inTransaction }) =>
    countingUnknown({ limits, household: visitor.household, links: 1 }, () =>
      inTransaction((tx) => readParentsPage(tx, params.uuid, today)),
    ),
  )

  // Tells no more than a report does: a report is refused for the same children, before its days are looked at.
  routeDetached(endpoints.sibling, ({ body, visitor, today, inTransaction }) =>
    countingUnknown({ limits, household: visitor.household, links: 1 + body.uuids.length }, () =>
      inTransaction(async (tx) => {
        await checkSiblings(tx, await openLinks(tx, [...body.uuids, body.uuid], today), today)
        return readParentsPage(tx, body.uuid, today)
      }),
    ),
  )

  routeDetached(endpoints.add, ({ body, visitor, now, today, inTransaction, once }) =>
    countingUnknown({ limits, household: visitor.household, links: 1 + body.uuids.length }, () =>
      inTransaction(async (tx) => {
        // This check comes first: a link that was replaced since does not get its stored answer.
        const children = await openLinks(tx, [body.uuid, ...body.uuids], today)
        return once(
          tx,
          (replyKey) => reportAbsence(tx, { form: body, children, replyKey, platform, now, today }),
          ({ take_back }) => isStillReported(tx, { sealed: take_back, keys }),
        )
      }),
    ),
  )

  route(endpoints.takeBack, ({ tx, body, now, today }) =>
    takeBackReport(tx, { sealed: body.take_back, keys, now, today }),
  )

  routeDetached(endpoints.resendLink, ({ body, visitor, now, inTransaction }) =>
    askForLinks({ mail: body.mail, household: visitor.household, now }, { platform, inTransaction }),
  )
}
