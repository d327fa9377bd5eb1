import { addDays } from '#contract/dates.ts'
import type { ParentsPage } from '#contract/sicknotes/sicknotes.public.ts'
import type { Queries } from '#server/db/database.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { findLogo, getSetting } from '#server/domains/schools/schools.shared.queries.ts'
import { openLink } from './public-link.ts'
import { reportNotice } from './report-notice.ts'
import { readReportRules, yearEndOf } from './report-window.ts'
import type { LinkedChild } from './sicknotes.public.queries.ts'

const contactOf = async (tx: SchoolTransaction, child: LinkedChild) => {
  const { short, name, accent, phone, mail, street, house_number, zip, city, carrier_name } = child
  const logo = await findLogo(tx, child.logo_document_id)
  return { short, name, accent, phone, mail, street, house_number, zip, city, carrier_name, logo }
}

/** The days that parents may report today. */
async function readWindow(tx: SchoolTransaction, { settings }: LinkedChild, today: string) {
  const { calendar, window } = await readReportRules(tx, settings, today)
  const lastDay = addDays(window.latest_start, window.max_days - 1)
  return {
    enabled: true as const,
    cutoff_time: settings.cutoff_time,
    ...window,
    // Days of a later year are possible, too: the page only checks this, and the server knows the year of each day.
    year_end: yearEndOf(window.latest_start, calendar) ?? calendar.years.at(-1)?.date_end ?? today,
    today,
    free_days: calendar.free_days
      .filter(({ date_start, date_end }) => date_end >= window.backdate_from && date_start <= lastDay)
      .map(({ name, date_start, date_end }) => ({ name, date_start, date_end })),
  }
}

/**
 * First name, initial and school of the child, and the days that may be reported: nothing else leaves the server
 * (domain §5.6).
 */
export async function readParentsPage(tx: Queries, uuid: string, today: string): Promise<ParentsPage> {
  const { child, tx: inside } = await openLink(tx, uuid, today)
  const [initial = ''] = child.lastname.normalize('NFC')
  const retention = await getSetting(inside, 'RETENTION_SETTINGS')
  return {
    firstname: child.firstname,
    lastname_initial: initial.toUpperCase(),
    school: await contactOf(inside, child),
    notice: reportNotice(child, retention),
    sicknote: await readWindow(inside, child, today),
  }
}
