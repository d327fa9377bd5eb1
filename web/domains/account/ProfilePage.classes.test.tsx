import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { type SchoolclassDetails, schoolclassEndpoints } from '#contract/schoolclasses/schoolclasses.ts'
import { closeApp, openApp, page, serverFor } from '#web/app.test-data.ts'
import { answer } from '#web/fake-server.test-data.ts'

afterEach(closeApp)

const CLASS: SchoolclassDetails = {
  id: 21,
  description: 'a',
  classgradePlain: '2a',
  schoolgrade: { id: 2, grade: 2 },
  schoolgrade_to: null,
  school_year: { id: 1, name: '2026/2027', state: 'active' },
  room: null,
  capacity: 24,
  pupil_count: 0,
  responsible_teachers: [],
  assigned_employees: [],
  version: 1,
  pupils: [],
  coming: [],
  functions: [],
  previous: null,
  day: '2026-11-20',
  is_names_only: false,
  is_removable: true,
}

test('the profile of a teacher leads to the own classes', async () => {
  const answers = [
    answer(schoolclassEndpoints.assignedByUser, () => ({ asResponsibleTeacher: [CLASS], asAssignedEmployee: [] })),
    answer(schoolclassEndpoints.get, () => CLASS),
    answer(schoolclassEndpoints.list, () => [CLASS]),
  ]
  await openApp('/profile', serverFor('teacher_level_1', answers))
  await page(/^Profil$/)
  const link = await screen.findByRole('link', { name: '2a' })
  expect(screen.getByRole('region', { name: 'Klassenzuordnung' }).contains(link)).toBe(true)
  fireEvent.click(link)
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toMatch(/^Klasse 2a/))
})
