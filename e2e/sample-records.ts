import { expect, type Page } from '@playwright/test'
import type { SampleRecord } from './every-page.ts'
import { askAs } from './staff-calls.ts'

interface Row {
  id: number
}

const firstOf = async (page: Page, path: string) => {
  const reply = await page.request.get(path)
  expect(reply.ok(), `${path}: ${reply.status()}`).toBe(true)
  const rows = (await reply.json()) as Row[] | { data: Row[] }
  const [first] = Array.isArray(rows) ? rows : rows.data
  expect(first, `${path} has a row`).toBeDefined()
  return String((first as Row).id)
}

/** The first person who is asked in a data check. */
const readerOf = async (page: Page, dataCheck: string) => {
  const reply = await page.request.get(`/api/admin/dataCheck/${dataCheck}`)
  const { readers } = (await reply.json()) as { readers: { reader_id: number }[] }
  expect(readers[0], 'somebody is asked').toBeDefined()
  return String(readers[0]?.reader_id)
}

const PUPILS = 'Vorname;Nachname;Geburtsdatum;Klasse\nMila;Probe;03.05.2019;1a\n'

/** A list of one child, uploaded but not imported. */
const uploadList = async (page: Page) => {
  const token = (await page.context().cookies()).find(({ name }) => name === 'XSRF-TOKEN')?.value ?? ''
  const headers = { 'X-XSRF-TOKEN': decodeURIComponent(token), 'Content-Type': 'application/octet-stream' }
  const reply = await page.request.post('/api/admin/pupilImport?filename=probe.csv', {
    headers,
    data: Buffer.from(PUPILS),
  })
  expect(reply.ok(), await reply.text()).toBe(true)
  return String(((await reply.json()) as Row).id)
}

const parentsKey = async (page: Page, pupilId: string) => {
  const link = await askAs(page, { method: 'GET', path: `/api/admin/pupil/${pupilId}/link` })
  const [key] = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(await link.text()) ?? []
  expect(key, 'the key of the parents’ link').toBeDefined()
  return key as string
}

/** Keys of records of the demo, for a signed-in head. */
export const findSampleRecords = async (page: Page): Promise<Record<SampleRecord, string>> => {
  const pupil = await firstOf(page, '/api/admin/pupil')
  const dataCheck = await firstOf(page, '/api/admin/dataCheck')
  return {
    pupil,
    schoolclass: await firstOf(page, '/api/admin/schoolclass'),
    schoolyear: await firstOf(page, '/api/admin/schoolyear'),
    employee: await firstOf(page, '/api/admin/employee'),
    registration: await firstOf(page, '/api/admin/schoolRegistration'),
    privacyRequest: await firstOf(page, '/api/admin/privacyRequest'),
    circular: await firstOf(page, '/api/admin/circular'),
    dataCheck,
    dataCheckFamily: await readerOf(page, dataCheck),
    pupilImport: await uploadList(page),
    parentsLink: await parentsKey(page, pupil),
  }
}
