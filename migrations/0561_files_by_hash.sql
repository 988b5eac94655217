-- Whether a file is still in use is asked of every column that names one (`files_in_use`): without these, each removal
-- of a file read all claims and reports.
create index claim_file on claim (file_sha256);
create index report_extract on report (extract_sha256);
create index report_embedding on report (embedding_sha256);
create index report_twin on report (twin_sha256) where twin_sha256 is not null;
create index report_statements_extract on report_statements (extract_sha256);
create index passage_report_extract on passage_report (extract_sha256);
create index passage_report_embedding on passage_report (embedding_sha256);
create index agent_artifact_content on agent_artifact (content_sha256);
create index export_file on export (file_sha256);
create index parse_job_file on parse_job (file_sha256);
create index parse_job_extract on parse_job (extract_sha256);
create index parse_job_package on parse_job (package_sha256) where package_sha256 is not null;
