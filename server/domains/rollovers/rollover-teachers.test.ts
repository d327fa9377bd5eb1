import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeRolloverSchool, type RolloverSchool } from '#server/test/rollover-school.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

let school: RolloverSchool
beforeEach(async () => {
  school = await makeRolloverSchool(app)
  await school.addClass({ grade: 5, description: 'a' })
  await school.addClass({ grade: 6, description: 'a' })
})

const functionsOf = async () => {
  const rows = await school.rows<Record<string, unknown>>(
    `select g.grade, c.description, e.lastname, f.function, f.position, f.date_start::text, f.date_end::text
      from schoolclass_employee f join schoolclass c on c.id = f.schoolclass_id join schoolgrade g on g.id = c.schoolgrade_id
      join employee e on e.id = f.employee_id where c.school_year_id = $1 order by f.function desc, f.position`,
    [school.years.to_year_id],
  )
  return rows.map((row) => Object.values(row).join(' '))
}

describe('teachers', () => {
  beforeEach(async () => {
    await school.addPupil({ from: '5a' })
    const five = school.classId('from', '5a')
    await school.addFunction(five, await school.addEmployee('Berg'), { position: 2 })
    await school.addFunction(five, await school.addEmployee('Alt'), { position: 1 })
    await school.addFunction(five, await school.addEmployee('Dorn'), { function: 'assigned' })
    await school.addFunction(five, await school.addEmployee('Ende', { date_exit: '2027-07-31' }), {
      function: 'assigned',
    })
    await school.addFunction(five, await school.addEmployee('Frueher'), {
      function: 'assigned',
      date_end: '2027-07-30',
    })
    await school.addFunction(five, await school.addEmployee('Gast', { date_exit: '2027-08-01' }), {
      function: 'assigned',
      position: 2,
      date_end: '2027-07-31',
    })
  })

  test('go along to the class that follows theirs, if they still work there', async () => {
    const report = await school.rehearse()
    expect(report.classes[0]?.teachers).toEqual(['Anna Alt', 'Anna Berg', 'Anna Dorn', 'Anna Gast'])
    await school.commit()
    expect(await functionsOf()).toEqual([
      '6 a Alt responsible 1 2027-08-01 ',
      '6 a Berg responsible 2 2027-08-01 ',
      '6 a Dorn assigned 1 2027-08-01 ',
      '6 a Gast assigned 2 2027-08-01 ',
    ])
  })

  test('stay where they are when that is wished', async () => {
    expect((await school.rehearse({ copies_teachers: false })).classes[0]?.teachers).toEqual([])
    await school.commit({ copies_teachers: false })
    expect(await functionsOf()).toEqual([])
  })

  test('do not come to a class that has its own', async () => {
    const target = await school.addClass({ year: 'to', grade: 6, description: 'a' })
    await school.addFunction(target, await school.addEmployee('Huth'), { date_start: '2027-08-01' })
    expect((await school.rehearse()).classes[0]?.teachers).toEqual(['Anna Huth'])
    await school.commit()
    expect(await functionsOf()).toEqual(['6 a Huth responsible 1 2027-08-01 '])
  })

  test('of a class that is divided come from the one of the same name', async () => {
    await school.addClass({ grade: 5, description: 'b' })
    for (let n = 0; n < 3; n++) await school.addPupil({ from: '5b' })
    await school.addFunction(school.classId('from', '5b'), await school.addEmployee('Iller'))
    const targets = [{ schoolclass_id: school.classId('from', '5b'), to_grade: 6, target: 'new:6:a' }]
    const report = await school.rehearse({ targets })
    expect(report.classes.map(({ classgradePlain, teachers }) => [classgradePlain, ...teachers])).toEqual([
      ['6a', 'Anna Alt', 'Anna Berg', 'Anna Dorn', 'Anna Gast'],
    ])
  })
})
