/** Words and phrases that say the same in a question and in a report; one meaning on each line. */
export const MEANINGS = `
ceo, chief executive, chief executive officer
cfo, chief financial officer, finance director, finance chief
coo, chief operating officer
cto, chief technology officer
chair, chairman, chairwoman, chairperson
r&d, research and development
sg&a, selling general administrative
capex, capital expenditure
aum, assets under management, managed assets
nav, net asset value
m&a, merger, acquisition
staff, employee, headcount, workforce, personnel, people employed, associates
workers, employee
union, labor union, labour union, collective bargaining, trade union
overseas, abroad, foreign, outside
undrawn, unused, unutilized, unutilised, not drawn, available
credit line, credit facility, line of credit, revolver, revolving credit
buyback, repurchase, share repurchase, bought back
open market, market purchase
break fee, breakup fee, termination fee
write down, written down, writedown, impair, impairment, write off
step down, stepping down, retire, resign, step off, departure, leave board, not stand for election
biggest, largest, greatest, top, main, principal
smallest, lowest, least
fastest, quickest, most rapid
bought, buy, acquire, acquisition, purchase, sold to, sale
buyer, purchaser, acquirer
sold, sale, divest, disposal, dispose
sell, sale, sold, divest
owe, obligated to pay, payable, required to pay, liable
pay, paid, payment, consideration, purchase price
cost, price, consideration
own, hold, held, interest, ownership, stake, owned
stake, interest, equity interest, ownership
owner, holder
shareholder, stockholder, shareowner, unitholder
holder, shareholder, stockholder
stock, share, common stock
manage, operate, operated
run out, runs out, expire, expiry, expiration, ends
expire, expiry, maturity
due, maturity, falling due
hit, loss, impact, charge
catastrophe, disaster
regulator, regulatory approval, prior approval
breakeven, break-even
per day, daily
covenant, covenants
comply, compliance, meeting, met, satisfied
liquidity, minimum liquidity
dependent, reliance, accounted for, concentration, represent
deposit, deposits
land, site, acre, property
plant, facility, factory, fab, manufacturing site
size, square foot, area
sq ft, square foot, square feet, sqft
spin-off, spinoff, distribution, separation
contract, agreement, purchase order
signed, entered, executed, agreement
single largest, largest
backlog, remaining performance obligation, order book
committed, commitment
left, remaining, remained, available
plan, program, programme, scheme, authorization, authorisation
performance fee, incentive fee
fund, company, trust
custodian, custody
auditor, independent registered public accounting firm, audit firm, external auditor
lawyer, counsel, legal counsel
headquarters, principal executive offices, head office, headquartered, registered office
founded, incorporated, established, formed
listed, listing, traded, quoted
exchange, stock exchange
dividend, distribution, cash dividend
ever, never
going concern, substantial doubt, material uncertainty
doubt, uncertainty
goodwill, goodwill impairment
lawsuit, litigation, legal proceeding, claim, class action
fine, penalty, settlement
hack, cyberattack, cyber attack, cyber incident, data breach, cybersecurity incident
restructuring, reorganization, reorganisation, exit
launch, launched, undertake, initiate, commence, introduce
start, begin, commence, started, began
close, closed, ceased, cease operations, shut down, discontinued
operating, operation, open
outlook, guidance, forecast, expectation, prospects, expect
expect, anticipate, forecast, project, estimate
priority, priorities, focus, objective, goal
strategy, strategic plan, plan, strategic
pillar, element, component
risk, risks, uncertainty
option, alternative, alternatives
grow, growth, increase, expand, expansion
shrink, decline, decrease, contract, compress, lower
rise, rose, increase, grew, went up, go up, up, higher, climbed
fall, fell, decrease, decline, drop, down, come down, go down, lower, reduced
move, change, increase, decrease
bigger, larger, increase, higher
pension deficit, underfunded, deficit, unfunded
covid, covid-19, pandemic, coronavirus
fair value, market value
worth, value
invest, investment
employ, employee
store, shop, location, outlet
country, nation
patent, patents
tonnage, deadweight
lease, rent, rental
landlord, lessor
tenant, lessee
lender, bank, creditor
insurer, insurance company
supplier, vendor, supply
partner, partnership
rating, credit rating
tax rate, effective tax rate
interest rate, coupon
convertible, debenture, convertible note
mortgage, loan
average price, weighted average price, average sale price, average selling price
atm, at-the-market
appointed, promoted, promotion, named, became, elected, joined, succeed
board, board of directors, director
internal auditor, internal audit
committee, committees
audit committee, audit risk committee
resource grade, grade
reserve, reserves
mine, mining
drill, drilling, drilled
well, wells
solar, renewable
emission, greenhouse gas
site, sites, project, development
fee waiver, waive
exposure, exposed
guarantee, guaranteed
volume, shipment
utilization, utilisation, capacity utilization
occupancy, occupied, leased
member, subscriber, user
active, actives
visit, visits, traffic
revenue, sales, net sales, turnover
profit, income, earnings
loss, losses
us, united states, u.s, usa, american
uk, united kingdom, britain
uae, united arab emirates
chief legal officer, general counsel
md, managing director
svp, senior vice president
evp, executive vice president
vp, vice president
exec, executive, executive officer
boss, chief executive officer
lead director, lead independent director
founder, founded, co-founder
investor, shareholder, stockholder
insider, director, officer
parent, holding company, controlling shareholder, parent company
subsidiary, wholly-owned subsidiary, unit, affiliate
jv, joint venture, equity method, associate
spend, spent, expenditure, invested, outlay, cost
raise, raised, proceeds, gross proceeds, issued, offering
ipo, initial public offering
borrow, borrowed, drew, drawn, draw down, borrowings
drawn, outstanding borrowings, amount outstanding, borrowed
owed, outstanding, payable
repay, repaid, repayment, redeem, redeemed, retire
refinance, refinancing, extend, amended
facility, credit agreement, loan agreement, term loan
bond, note, senior notes, debenture
loan, term loan, borrowing, advance
collateral, pledged, secured by, security
headroom, availability, unused capacity
capacity, availability
interest cover, interest coverage ratio
leverage, debt to equity, net debt, gearing
cash pile, cash and cash equivalents, liquidity
cash on hand, cash and cash equivalents
burn, cash used in operating activities, net cash used
runway, sufficient to fund, twelve months
dilution, dilutive
payout, dividend, distribution
special dividend, extraordinary dividend
dividend per share, dividends declared per share
book value, net asset value, equity per share
charge, expense, impairment, cost
one-off, non-recurring, exceptional, one-time, special item
hit, impact, adverse effect
provision, allowance, reserve, accrual
bad debt, credit loss, expected credit loss, doubtful accounts, allowance
npl, non-performing loan, nonaccrual, non-accrual
charge-off, write-off, net charge-offs
cet1, common equity tier 1
rwa, risk-weighted assets
nim, net interest margin
nii, net interest income
deposit base, deposits
insured, fdic insured, insurance
uninsured, exceed fdic insurance
branch, branches, offices, banking centers
atm machine, automated teller
combined ratio, loss ratio
premium, premiums written, gross premiums
reinsurer, reinsurance
claims, losses incurred
policyholder, insured
fleet, vessels, aircraft
newbuild, newbuilding, vessels under construction
charter, time charter, chartered
freight, shipping
barrel, boe, oil
gas, natural gas
proved reserves, proven reserves
production, output, produced
mineral resource, resource, inferred, indicated
gold, ounces
permit, licence, license, concession, tenement
exploration, drill program
rig, drilling rig
megawatt, mw, capacity
power plant, generation facility
rate case, rate increase, tariff
drug, product candidate, therapy, treatment
trial, clinical trial, study, phase
approval, approved, clearance, authorised, authorized, granted
fda, food and drug administration
pipeline, product candidates, development programs
patent expiry, patents expire, expiration
royalty, royalties
milestone, milestone payment
license, licensing, licence agreement
collaboration, partnership, alliance, collaborate
distributor, distribution agreement
wafer, foundry, fab
data center, data centre
subscriber, subscribers, customers, members
churn, attrition, cancellation
arpu, average revenue per user
arr, annual recurring revenue, recurring revenue
users, active users, monthly active
download, downloads, app
store count, number of stores, stores
openings, opened, new stores, open
closures, closed, close
franchise, franchised, franchisee
restaurant, restaurants, location
room, rooms, hotel rooms, keys
casino, gaming
occupancy rate, occupancy, percent leased
rent, rental income, annualized rent, base rent
wale, weighted average lease term, remaining lease term
square footage, rentable square feet, square feet
building, property, office building
development, construction, project
backlog, unfilled orders, order book, contracted
order, orders, bookings
tender, bid, award, awarded
government, federal, state
government grant, subsidy, grant
ppp, paycheck protection program
tariff, duty, duties
sanction, sanctions, embargo
war, conflict, invasion
hurricane, storm, named storm
fire, wildfire
strike, work stoppage, industrial action
layoff, layoffs, workforce reduction, reduction in force, redundancies, severance
hire, hired, recruit, appointed
turnover rate, attrition, voluntary turnover
women, female, gender
training, development
ethnic, diverse, minorities
remuneration, pay, compensation, salary, total remuneration
bonus, incentive, short-term incentive
severance, termination benefit
stock option, option, share option
rsu, restricted stock unit
vest, vested, vesting
pension, defined benefit, retirement plan
actuarial, discount rate
tax loss, net operating loss, nol, carryforward, carried forward losses
tax credit, research credit
valuation allowance, deferred tax asset
uncertain tax position, unrecognized tax benefit
restate, restated, restatement
material weakness, weakness, ineffective
internal control, internal controls
audit fee, audit fees, fees paid to auditor
audit opinion, unqualified, opinion
key audit matter, critical audit matter
related party, related parties, affiliate
settle, settled, settlement
sue, sued, lawsuit, complaint filed, plaintiff
investigation, inquiry, subpoena, probe
regulator, regulatory authority, commission, sec
penalty, fine, civil penalty
delist, delisting, deficiency notice, minimum bid
ticker, symbol, trading symbol
market cap, aggregate market value, market capitalization, market capitalisation
float, non-affiliates
shares outstanding, outstanding shares, issued shares
reverse split, reverse stock split, share consolidation
preferred, preferred stock, preference shares
warrant, warrants
convert, conversion, converted
poison pill, rights plan
vote, voting, voting power
hedge, hedging, derivative, swap
fx, foreign exchange, currency, exchange rate
currency exposure, foreign currency risk
fixed rate, floating rate, variable rate
libor, sofr, benchmark
basis points, bps
sensitivity, increase or decrease of
commodity, raw material, input cost
inflation, price increases, rising costs
supply chain, logistics, supply
shortage, scarcity, constraint
bottleneck, constraint, delay
delay, delayed, postponed
cancel, cancelled, terminated
complete, completed, closed, consummated
announce, announced
deal, transaction, acquisition, merger, agreement
takeover, acquisition, merger
target, acquired company, objective
synergy, synergies, cost savings
saving, savings, cost reduction, efficiency
goodwill from the deal, goodwill recognized
earn-out, earnout, contingent consideration
consideration, purchase price, price paid
stake sale, sold interest
carve-out, spin-off, separation
segment, business segment, reportable segment, division
division, segment, business unit
region, geographic area, geography
country, jurisdiction
home market, domestic
international, foreign, non-u.s
rival, competitor, competition, compete
market share, share of the market
market position, leading
supplier concentration, sole source, single supplier
customer concentration, largest customer, major customer, significant customer
client, customer
partner bank, bank partner
exposure, exposed, outstanding
concentration, percentage of total
guidance, outlook, full-year, expects
aim, target, goal, objective, intend
plan to, intend, expects to
next year, coming year, following year
medium-term, long-term target
commit, committed, commitment, pledge
carbon, emissions, greenhouse gas, co2
net zero, carbon neutral
renewable, solar, wind
recycle, recycling, recycled
water, water use
safety, incident rate, injury, trir
donate, donation, charitable, contribution
seasonal, seasonality
cyclical, cycle
weather, climate
lease term, term of the lease, expires
landlord, lessor
headquartered, head office, principal executive offices
registered office, registered address
incorporated, organized under the laws, formed
year end, fiscal year end, financial year
subsequent event, after the reporting period, after year end
held for sale, assets held for sale
discontinued, discontinued operation
useful life, estimated useful lives, depreciated over
depreciation method, straight-line
revenue recognition, recognized when
deferred revenue, contract liability, contract liabilities, unearned
inventory write-down, obsolete inventory, reserve for obsolescence
work in progress, work in process
same-store, comparable, like-for-like, lfl, organic
volume, units sold, unit volume
price, pricing, average price
mix, product mix
headwind, adverse, unfavorable, negative impact
tailwind, favorable, positive impact
driver, reason, cause
improve, improved, improvement, better
worse, deteriorate, deteriorated, weaker
double, doubled, twofold
halve, halved
record, highest ever, record high
flat, unchanged, stable
positive, profit, profitable, net income
negative, loss, losses
profitable, profit, net income, positive
break even, breakeven, break-even
recover, recovered, recovery, rebound
exit, exited, withdraw, withdrawn, discontinue
enter, entered, expand into
expand, expansion, extended
relocate, relocation, move
build, construct, construction
upgrade, modernise, refurbish, renovation
automation, automated, robotics
ai, artificial intelligence
cloud, hosted
software, platform
website, online, internet
e-commerce, online sales, online, digital
mobile, app
payment volume, gross payment volume, gpv
card, debit card, credit card
merchant, seller
bitcoin, cryptocurrency, digital asset, crypto
token, tokens
`;
