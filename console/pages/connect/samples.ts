export interface Sample {
  name: string;
  text: string;
}

/** The same call in three languages, ready to paste. */
export function listSamples(origin: string, key: string): Sample[] {
  const url = `${origin}/v1/company_report/company_search`;
  return [
    {
      name: "curl",
      text: `curl -s ${url} \\
  -H 'X-API-KEY: ${key}' \\
  -H 'Content-Type: application/json' \\
  -d '{"name": "siemens"}'`,
    },
    {
      name: "TypeScript",
      text: `const response = await fetch("${url}", {
  method: "POST",
  headers: { "X-API-KEY": "${key}", "Content-Type": "application/json" },
  body: JSON.stringify({ name: "siemens" }),
});
const { data, message } = await response.json();
if (!response.ok) throw new Error(message);
console.log(data[0].svc_entity_id, data[0].name);`,
    },
    {
      name: "Python",
      text: `import json
import urllib.request

request = urllib.request.Request(
    "${url}",
    data=json.dumps({"name": "siemens"}).encode(),
    headers={"X-API-KEY": "${key}", "Content-Type": "application/json"},
)
with urllib.request.urlopen(request) as response:
    company = json.load(response)["data"][0]
print(company["svc_entity_id"], company["name"])`,
    },
  ];
}
