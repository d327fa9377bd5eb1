import { expect, type Locator } from '@playwright/test'

/** In the dialog from application to pupil, chooses the first class offered and returns its name. */
export const chooseClass = async (dialog: Locator) => {
  const first = dialog.getByRole('radiogroup', { name: 'Klasse', exact: true }).getByRole('radio').first()
  await first.check()
  const schoolclass = await first.evaluate(
    (radio: { labels?: { textContent: string }[] }) => radio.labels?.[0]?.textContent ?? '',
  )
  expect(schoolclass).toMatch(/^\d/)
  return schoolclass
}
