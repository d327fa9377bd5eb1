import { expect, type Page } from '@playwright/test'
import { askAs } from './staff-calls.ts'

/** Pupils of a school that a journey has created for itself, entered with the call behind the form. */

interface OwnPupil {
  firstname: string
  lastname: string
  /** YYYY-MM-DD; without it the age of grade 2. */
  birthdate?: string
  /** Without it 2. */
  grade?: number
  /** Since the start of the demo's school year; without it since today. */
  isOld?: boolean
  schoolclassId?: number
  /** Mobile number of the mother. */
  phone?: string
  /** A second guardian with this number. */
  fatherPhone?: string
}

const TODAY = '2026-11-20'
const LONG_AGO = '2026-08-24'

interface Options {
  schoolgrades: { id: number; grade: number }[]
}

/** Their ids, in the same order. */
export const addPupils = async (page: Page, pupils: readonly OwnPupil[]) => {
  const options = await askAs(page, { method: 'GET', path: '/api/admin/pupil/formOptions' })
  const { schoolgrades } = (await options.json()) as Options
  const ids: number[] = []
  for (const pupil of pupils) {
    const { firstname, lastname, isOld, schoolclassId, phone, fatherPhone, grade = 2, birthdate = '2019-03-31' } = pupil
    const body = {
      firstname,
      lastname,
      gender: 'f',
      birthdate,
      date_entry: isOld ? LONG_AGO : TODAY,
      schoolgrade_id: schoolgrades.find((one) => one.grade === grade)?.id,
      schoolclass_id: schoolclassId ?? null,
      street: 'Dorfstraße',
      house_number: '12a',
      zip: '15999',
      city: 'Wacholderhain',
      guardians: [
        { firstname: 'Anna', lastname, relationship: 'mother', phone_mobile: phone ?? null },
        ...(fatherPhone ? [{ firstname: 'Jan', lastname, relationship: 'father', phone_mobile: fatherPhone }] : []),
      ],
      force: true,
    }
    const reply = await askAs(page, { method: 'POST', path: '/api/admin/pupil', body })
    expect(reply.status(), await reply.text()).toBe(201)
    ids.push(((await reply.json()) as { id: number }).id)
  }
  return ids
}
