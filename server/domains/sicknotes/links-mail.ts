import { berlinToday } from '#contract/dates.ts'
import { joinedWords } from '#contract/joined-words.ts'
import { PARENT_LINK_TEXTS, parentLinkPath } from '#contract/parentlinks/parentlinks.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { listLinks } from '#server/domains/parentlinks/parentlinks.shared.queries.ts'
import { getSchool, getSetting } from '#server/domains/schools/schools.shared.queries.ts'
import type { Platform } from '#server/http/platform.ts'
import { renderMail } from '#server/mail/mail-text.ts'
import { nameInMail } from '#server/mail/name-in-mail.ts'
import type { MailTemplate } from '#server/mail/school-mailbox.ts'
import { listLinkedChildren } from './sicknotes.mails.queries.ts'

export const LINKS_TEMPLATE = 'pupil_links'

interface Link {
  firstname: string
  uuid: string
}

/** One address for several children: the part after # stays in the browser, so no server and no log sees it. */
const familyAddress = (appUrl: string, [first, ...others]: readonly Link[]) =>
  `${appUrl}${parentLinkPath(first?.uuid ?? '')}${others.length > 0 ? `#${others.map(({ uuid }) => uuid).join(',')}` : ''}`

const linksOf = (appUrl: string, links: readonly Link[]) => {
  const names = joinedWords(links.map(({ firstname }) => nameInMail(firstname)))
  const action = { label: `Abwesenheit melden für ${names}`, url: familyAddress(appUrl, links) }
  if (links.length === 1) return { action }
  return {
    action,
    links: links.map((link) => ({
      label: `Nur für ${nameInMail(link.firstname)}`,
      url: familyAddress(appUrl, [link]),
    })),
  }
}

const INTRODUCTION =
  'Sie haben darum gebeten, Ihnen den Link noch einmal zu schicken, unter dem Sie Ihr Kind abmelden können.'

async function readLinks(
  tx: SchoolTransaction,
  keys: Platform['keys'],
  children: readonly { id: number; firstname: string }[],
) {
  const links = await listLinks(
    tx,
    keys,
    children.map(({ id }) => id),
  )
  return children.flatMap(({ id, firstname }) => {
    const uuid = links.get(id)?.uuid
    return uuid ? [{ firstname, uuid }] : []
  })
}

/**
 * The mail with the links of all children of a guardian at one school; the children are looked up when it is sent
 * (domain §9c).
 */
export const linksMail = ({ appUrl, keys }: Pick<Platform, 'appUrl' | 'keys'>): MailTemplate => ({
  async compose(tx, { relatedIds, now }) {
    const { public_enabled } = await getSetting(tx, 'SICKNOTE_SETTINGS')
    const children = public_enabled ? await listLinkedChildren(tx, relatedIds, berlinToday(now)) : []
    const [first] = children
    if (!first) return null
    const school = await getSchool(tx)
    const text = {
      // A family with children at two schools gets a mail from each.
      subject: `Ihr Link, um Ihr Kind abzumelden (${school.name})`,
      schoolName: school.name,
      greeting: 'Guten Tag,',
      paragraphs: [INTRODUCTION],
      ...linksOf(appUrl, await readLinks(tx, keys, children)),
      closing: [
        PARENT_LINK_TEXTS.explanation,
        'Wenn Sie nicht darum gebeten haben, ist nichts zu tun. Der Link bleibt gültig.',
      ],
    }
    return { to: first.mail, fromName: school.name, replyTo: school.mail, ...renderMail(text) }
  },
})
