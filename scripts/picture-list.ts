import { expect, type Locator, type Page } from '@playwright/test'
import { optinLink } from '#e2e/public-form.ts'
import { enterApplication } from '#e2e/staff-calls.ts'

/** One picture of the handbook: who sees what, and what is done before. */
export interface Picture {
  /** The name of its file in `docs/bilder`, without the ending. */
  name: string
  /** The account of the demo, without `@example.org`; nobody for parents' pages. */
  who?: string
  path: string | ((page: Page) => Promise<string>)
  /** The window: a desk of this height, or a phone. */
  window?: number | 'phone'
  /** It is drawn a second time as a phone shows the page, in a file that ends with `-handy`. */
  hasPhonePicture?: true
  /** What is done on the page before. */
  prepare?: (page: Page) => Promise<void>
  /** The part that is shown; without it the whole window. */
  part?: (page: Page) => Locator
}

const HEAD = 'leitung.fsw'
const dialog = (page: Page) => page.getByRole('dialog')

/** The page of the first row that this search finds. */
const firstRow = (list: string) => async (page: Page) => {
  await page.goto(list)
  return (await page.locator('main a[data-row-link]').first().getAttribute('href')) ?? list
}

/** The parents' link of a child, as the office reads it aloud. */
const parentsLink = async (page: Page) => {
  await page.goto(await firstRow('/app/admin/sus?search=3a')(page))
  await page.getByRole('button', { name: 'Weitere Aktionen' }).click()
  await page.getByRole('menuitem', { name: 'Elternlink', exact: true }).click()
  const address = await dialog(page).getByLabel('Adresse').inputValue()
  return new URL(address).pathname
}

const MAIL = 'anna.lindner@example.org'

/** The status page of a family that has confirmed its address; the application is entered for this picture. */
const statusPage = async (page: Page) => {
  await enterApplication(page, { firstname: 'Mia', lastname: 'Lindner', mail: MAIL, sendsOptin: true })
  await page.goto(await optinLink(page, MAIL))
  await page.getByRole('button', { name: 'E-Mail-Adresse bestätigen' }).click()
  let link: string | undefined
  await expect(async () => {
    const mails = (await (await page.request.get('/demo/mails.json')).json()) as { to: string; text: string }[]
    const texts = mails.filter(({ to }) => to === MAIL).map(({ text }) => text)
    link = texts.map((text) => /\/app\/bewerbungsstatus\/\S+/.exec(text)?.[0]).find(Boolean)
    expect(link).toBeTruthy()
  }).toPass({ timeout: 15_000 })
  return link ?? '/app/'
}

export const PICTURES: readonly Picture[] = [
  { name: 'start', who: HEAD, hasPhonePicture: true, path: '/app/', window: 760 },
  {
    name: 'suche',
    who: HEAD,
    path: '/app/',
    prepare: async (page) => {
      await page.keyboard.press('Control+k')
      await dialog(page).getByRole('combobox').fill('müller')
      await page.getByRole('option').nth(2).waitFor()
    },
    part: dialog,
  },
  { name: 'bewerbungen', who: HEAD, hasPhonePicture: true, path: '/app/admin/bewerbungen' },
  { name: 'bewerbung', who: HEAD, hasPhonePicture: true, path: firstRow('/app/admin/bewerbungen'), window: 780 },
  {
    name: 'warteliste',
    who: HEAD,
    hasPhonePicture: true,
    path: '/app/admin/bewerbungen/warteliste',
  },
  { name: 'statistik', who: HEAD, hasPhonePicture: true, path: '/app/admin/bewerbungen/statistik', window: 700 },
  {
    name: 'uebernahme',
    who: HEAD,
    path: firstRow('/app/admin/bewerbungen?status=accepted'),
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Als SuS übernehmen' }).click()
      await dialog(page).getByRole('button').last().waitFor()
    },
    part: dialog,
  },
  { name: 'sus', who: HEAD, hasPhonePicture: true, path: '/app/admin/sus?search=3a' },
  {
    name: 'schnellansicht',
    who: HEAD,
    path: '/app/admin/sus?search=3a',
    prepare: async (page) => {
      await page
        .getByRole('button', { name: /^Kontakte: / })
        .first()
        .click()
      await dialog(page).getByRole('link').first().waitFor()
    },
    part: dialog,
  },
  { name: 'kind', who: HEAD, hasPhonePicture: true, path: firstRow('/app/admin/sus?search=3a'), window: 820 },
  { name: 'krankmeldungen', who: HEAD, hasPhonePicture: true, path: '/app/admin/abwesenheitsmeldungen', window: 700 },
  {
    name: 'krankmeldung-erfassen',
    who: HEAD,
    path: '/app/admin/abwesenheitsmeldungen',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Krankmeldung erfassen' }).click()
      await dialog(page).getByRole('combobox').first().fill('me')
      await page.getByRole('option').first().waitFor()
      await page.keyboard.press('Enter')
    },
    part: dialog,
  },
  { name: 'fehlzeiten', who: HEAD, hasPhonePicture: true, path: '/app/admin/fehlzeiten', window: 640 },
  { name: 'klasse', who: HEAD, hasPhonePicture: true, path: firstRow('/app/admin/klassen'), window: 780 },
  { name: 'lehrkraft', who: 'lehrer.fsw', path: '/app/', window: 'phone' },
  {
    name: 'bewerbungsformular',
    path: '/app/fsw/registrierungNeueSchueler',
    window: 'phone',
    prepare: (page) => page.getByRole('button', { name: 'Bewerbung beginnen' }).click(),
  },
  { name: 'elternseite', who: HEAD, path: parentsLink, window: 'phone' },
  { name: 'schuljahre', who: HEAD, path: '/app/admin/schuljahr', window: 640 },
  { name: 'schulverwaltung', who: HEAD, path: '/app/admin/schulverwaltung', window: 640 },
  { name: 'benutzer', who: HEAD, path: '/app/user-management', window: 640 },
  { name: 'loeschvorschau', who: HEAD, path: '/app/admin/loeschvorschau', window: 640 },
  { name: 'statusseite', who: HEAD, path: statusPage, window: 'phone' },
]

/** The picture as it stands in the list, and the one for phones if it has one. */
export const drawingsOf = (picture: Picture): Picture[] =>
  picture.hasPhonePicture ? [picture, { ...picture, name: `${picture.name}-handy`, window: 'phone' }] : [picture]
